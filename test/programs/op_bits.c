// Counting bits: population, leading and trailing zeros, parity.
// RUN: unit=bits exhaustive
// EXPECT: branch 11/12
// EXPECT: infeasible line 9 true
int bits(unsigned char c) {
  unsigned x = c;
  if (__builtin_popcount(x) == 7) return 1;
  if (x == 0) return 2;
  if (__builtin_clz(x) < 24) return 3;
  if (__builtin_ctz(x) == 5) return 4;
  if (__builtin_parityl(x) && x > 200) return 5;
  return 0;
}
