// Restrict promises that they do not; so the last branch cannot be taken.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 9 true
int f(int *restrict a, int *restrict b) {
  if (!a || !b) return 0;
  *a = 1;
  *b = 2;
  if (*a == 2) return 1;
  return 2;
}
