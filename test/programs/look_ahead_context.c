// The same function is called twice; what is still to be covered lies behind the first call only, and is
// decided before both.  Whole-program goals.
// RUN: unit=f prune=look-ahead whole
// EXPECT: branch 8/8
static int positive(int x) {
  if (x > 0) return 1;
  return 0;
}
int f(int a, int b) {
  int mode = 0;
  if (a == 42) mode = 1;
  int count = positive(b);
  if (mode && count) return 3;
  return positive(a);
}
