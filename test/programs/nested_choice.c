// The branch on `a || b` inside another condition is not that condition's.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 6 true
int f(signed char a, signed char b) {
  if ((a ||
       b ? 1 : 3) < -4)
    return 1;
  return 0;
}
