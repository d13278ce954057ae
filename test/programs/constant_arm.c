// A constant arm of ?: decides the condition around it without a comparison.
// RUN: unit=f
// EXPECT: branch 6/8
// EXPECT: infeasible line 10 false
// EXPECT: infeasible line 10 false
int f(int c, int x) {
  x |= 1;
  if (c > 3 ? 0 : x)
    return 1;
  if (c ? x : 7)
    return 2;
  return 3;
}
