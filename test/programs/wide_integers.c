// 128-bit integers are two inputs, and two outputs.
// RUN: unit=f
// EXPECT: branch 2/2
__int128 f(__int128 x, unsigned __int128 *p) {
  if (!p) return x;
  *p += 1;
  return x >> 3;
}
