// The upper half of a 64-bit product decides about overflow.
// RUN: unit=area
// EXPECT: branch 4/4
int area(unsigned long a) {
  unsigned long size;
  long signed_size;
  if (__builtin_mul_overflow(a, 1000ul, &size)) return 1;
  if (__builtin_mul_overflow((long)a, -600l, &signed_size)) return 2;
  return 0;
}
