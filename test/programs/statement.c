// Lines as goals; the dead line is proved dead.
// RUN: unit=f criterion=statement
// EXPECT: infeasible line 10 line
// EXPECT: tests <= 2
int f(int x) {
  int y = x & 6;
  if (x > 50)
    y += 8;
  if (y == 5)
    y = 1;
  if (x == 7)
    y = 2;
  return y;
}
