// A choice with a constant arm is no goal; what it chooses by is one.
// RUN: unit=f
// EXPECT: branch 3/4
// EXPECT: infeasible line 9 false
int f(int c, int x) {
  x |= 1;
  if (c > 3 ? 0 : x)
    return 1;
  if (c ? x : 7)
    return 2;
  return 3;
}
