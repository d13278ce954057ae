// Each pointer on the way may be null.
// RUN: unit=f
// EXPECT: branch 6/6
int f(int **p) {
  if (!p || !*p) return 0;
  **p = **p + 1;
  if (**p == 8) return 2;
  return 1;
}
