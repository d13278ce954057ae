// The stack overflows for one input; the rest of the function is still explored.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding stack overflow
static int down(int n) {
  volatile char frame[64];
  frame[n & 63] = 1;
  return frame[n & 63] + down(n + 1);
}
int f(int x) {
  if (x == 5) return down(x);
  if (x == 6) return 1;
  return 0;
}
