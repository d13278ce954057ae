// Differences and negations overflow, too.
// RUN: unit=f check-undefined
// EXPECT: branch 2/2
// EXPECT: finding signed overflow line 8
// EXPECT: finding signed overflow line 9
// EXPECT: findings == 2
long f(long a, long b) {
  if (a > b) return a - b;
  return -b;
}
