// The user's own definition of a library function wins, and its branches count.
// RUN: unit=length whole
// EXPECT: branch 4/4
typedef __SIZE_TYPE__ size_t;

static size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n] != '.') n++;
  return n;
}

int length(const char text[3]) {
  char dotted[] = {text[0], text[1], '.'};
  return strlen(dotted) == 2 ? 1 : 0;
}
