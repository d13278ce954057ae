// Rotations and byte swaps.
// RUN: unit=mix
// EXPECT: branch 6/6
#ifdef __clang__
#define rotate __builtin_rotateleft32
#else
#define rotate(x, n) ((x) << ((n) & 31) | (x) >> (-(n) & 31))
#endif

int mix(unsigned x, unsigned n) {
  if (rotate(x, n) == 0x12345678 && x == 0x78123456) return 1;
  if (__builtin_bswap32(x) == 0xdeadbeef) return 2;
  return 0;
}
