// Both arms of the first operand are constants: they decide it, not the second operand.
// RUN: unit=f
// EXPECT: branch 9/12
// EXPECT: infeasible line 9 false
// EXPECT: infeasible line 10 true
// EXPECT: infeasible line 10 false
int f(signed char a, _Bool b) {
  int n = 0;
  if ((a > 7 ? 6 : 128) ||
      a < b)
    n++;
  if ((a < 3 ? 1 : 0) &&
      b)
    n += 2;
  return n;
}
