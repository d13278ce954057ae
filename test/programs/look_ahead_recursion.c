// Behind a call of the unit itself all of its goals can be reached: look-ahead must not stop there.
// RUN: unit=f prune=look-ahead
// EXPECT: branch 6/6
int f(int n, int x) {
  if (n > 0 && n < 5) return f(n - 1, x + 3);
  if (x == 17) return 1;
  return 0;
}
