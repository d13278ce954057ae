// Arithmetic that tells whether it overflowed.
// RUN: unit=checked exhaustive
// EXPECT: branch 9/10
// EXPECT: infeasible line 12 true
int checked(int a, int b, unsigned char c) {
  int sum, product;
  unsigned char small;
  unsigned short wide;
  if (__builtin_add_overflow(a, b, &sum)) return a > 0 ? 1 : 2;
  if (__builtin_sub_overflow(c, 200, &small)) return 3;
  if (__builtin_mul_overflow(a, 65536, &product)) return 4;
  if (__builtin_mul_overflow(c, small, &wide)) return 5;
  return 0;
}
