// A table of pointers: each target is a path of its own.
// RUN: unit=f
// EXPECT: branch 6/6
static const char *const names[3] = {"ab", "cd", "ef"};
int f(unsigned i, unsigned k) {
  if (i > 2)
    return 0;
  if (names[i][0] == 'c')
    return 1;
  if (names[i][k & 1] == 'f')
    return 2;
  return 3;
}
