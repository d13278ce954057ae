// Products of variables and with constants.
// RUN: unit=f check-undefined
// EXPECT: branch 2/2
// EXPECT: finding signed overflow line 8
// EXPECT: finding signed overflow line 9
// EXPECT: findings == 2
int f(int a, int b) {
  if (a > b) return a * 10;
  return a * b;
}
