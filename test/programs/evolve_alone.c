// Without help from the solver, numbers that are compared come nearer to each other step by step.
// RUN: unit=f strategy=evolve path-rounds=0 no-domain-reduction
// EXPECT: branch 6/6
// EXPECT: solver_calls == 0
int f(int a, int b, int c) {
  if (a > 1000)
    if (b == a + 17)
      if (c == a - b * 3) return 1;
  return 0;
}
