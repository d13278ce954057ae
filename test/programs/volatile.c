// A volatile variable may change by itself.
// RUN: unit=f
// EXPECT: branch 3/4
// EXPECT: unknown line 9 true
static volatile int device;
int f(int x) {
  if (x > 7)
    return 2;
  if (device == 1)
    return 1;
  return 0;
}
