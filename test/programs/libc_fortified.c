// What -D_FORTIFY_SOURCE makes of calls is modelled too.
// RUN: unit=copy
// EXPECT: branch 4/4
void *__memcpy_chk(void *, const void *, unsigned long, unsigned long);
char *__strcpy_chk(char *, const char *, unsigned long);

int copy(const char from[4]) {
  char to[4];
  if (from[3] != 0) return -1;
  __strcpy_chk(to, from, sizeof to);
  __memcpy_chk(to + 2, from, 1, 2);
  return to[2] == 'k' ? 1 : 0;
}
