// Floating-point conditions are solved exactly, not-a-number included.
// RUN: unit=f
// EXPECT: branch 10/10
int f(double x, float y) {
  if (x > 1.5 &&
      x < 1.75)
    return 1;
  if (x != x)
    return 2;
  if (y * 2.0f == 7.0f)
    return 3;
  if (x == -0.25)
    return 4;
  return 0;
}
