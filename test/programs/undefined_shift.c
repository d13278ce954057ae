// A shift by the width or more, or by a negative amount.
// RUN: unit=f check-undefined
// EXPECT: branch 2/2
// EXPECT: finding bad shift line 7
// EXPECT: findings == 1
unsigned f(unsigned x, int by) {
  x <<= by;
  if (x == 6) return 1;
  return 0;
}
