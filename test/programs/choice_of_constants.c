// Both arms of the first operand are constants: no branch of theirs is one of the second operand.
// RUN: unit=f
// EXPECT: branch 6/8
// EXPECT: infeasible line 9 true
// EXPECT: infeasible line 9 false
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
