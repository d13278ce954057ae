// A write to nowhere, on one input of four thousand million.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding segmentation fault line 7
int f(int x) {
  if (x == 31337)
    *(volatile int *)8 = 1;
  if (x > 3) return 1;
  return 0;
}
