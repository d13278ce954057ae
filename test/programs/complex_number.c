// The two parts of a complex number.
// RUN: unit=f
// EXPECT: branch 4/4
int f(double _Complex z) {
  if (__real__ z > 1.0) return 1;
  return __imag__ z == 2.0 ? 2 : 3;
}
