// With --whole the branches of callees count; one of them cannot be taken from here.
// RUN: unit=f whole
// EXPECT: branch 7/8
// EXPECT: infeasible line 7 true
static int clamp(int x, int low, int high) {
  if (x < low) return low;
  if (low > high)
    return 0;
  if (x > high) return high;
  return x;
}
int f(int x) {
  if (clamp(x, 10, 20) == 13) return 1;
  return 0;
}
