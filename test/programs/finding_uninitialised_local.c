// A variable that one path does not set decides a branch.
// RUN: unit=f
// EXPECT: branch 3/4
// EXPECT: finding uninitialised use line 9
// EXPECT: infeasible line 9 true
int f(int x) {
  int y;
  if (x > 0) y = 1;
  if (y == 2)
    return 1;
  return 0;
}
