// Proved by the solver, through arithmetic.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 8 true
int f(unsigned short n) {
  unsigned square = (unsigned)n * n;
  if (n < 5) return 0;
  if (square % 4 == 3) return 1;
  if (square == 1522756) return 2;
  return 3;
}
