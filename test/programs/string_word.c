// Five characters and an end.
// RUN: unit=is_hello
// EXPECT: branch 12/12
int is_hello(const char *s) {
  return s && s[0] == 'h' && s[1] == 'e' && s[2] == 'l' && s[3] == 'l' && s[4] == 'o';
}
int f(const char *s) { return is_hello(s) ? 1 : 0; }
