// 128-bit integers: sums, products, shifts, comparisons.
// RUN: unit=wide
// EXPECT: branch 8/8
int wide(unsigned long a, unsigned long b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  if ((unsigned long)(product >> 64) == 5 && b == 1ul << 40) return 1;
  __int128 difference = (__int128)a - b;
  if (difference < -(__int128)0x7fffffffffffffff - 10) return 2;
  if ((difference << 3) + 1 == -7) return 3;
  return 0;
}
