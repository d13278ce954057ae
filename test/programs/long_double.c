// A long double is a double, widened; its value is not followed.
// RUN: unit=f
// EXPECT: branch 2/2
long double f(long double x, long double *p) {
  if (!p) return x;
  *p = x / 3;
  return *p;
}
