// Evolution cannot prove anything, so a goal out of reach is left to the solver.
// RUN: unit=f strategy=evolve
// EXPECT: branch 5/6
// EXPECT: infeasible line 8 true
int f(int a, int b) {
  if (a == b + 12345) {
    if (a > b) return 1;
    if (a == b) return 2;
  }
  return 0;
}
