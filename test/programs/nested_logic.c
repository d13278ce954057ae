// The value of `a && b` is compared: three conditions, the outer one around the others.
// RUN: unit=f
// EXPECT: branch 6/6
int f(unsigned char a, signed char b) {
  if ((b > 7 &&
       a & 50) != a)
    return 1;
  return 0;
}
