// Rounding decides: no double lies strictly between 1 and its successor.
// RUN: unit=f
// EXPECT: branch 3/4
// EXPECT: infeasible line 7 true
int f(double x) {
  if (x > 1.0 &&
      x < 1.0000000000000002220446049250313)
    return 1;
  return 0;
}
