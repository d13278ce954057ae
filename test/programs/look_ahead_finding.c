// No goal lies behind the division that fails; it is found all the same when look-ahead is done.
// RUN: unit=f prune=look-ahead
// EXPECT: branch 3/4
// EXPECT: infeasible line 8 true
// EXPECT: finding division by zero line 7
int f(unsigned char a, unsigned char b) {
  int r = 100 / (b + 1 - 200);
  if (a > 10 && a < 5) r++;
  return r;
}
