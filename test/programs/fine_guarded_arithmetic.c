// Checks that cannot fail are no findings.
// RUN: unit=f check-undefined
// EXPECT: branch 6/6
// EXPECT: findings == 0
int f(int a, int by) {
  if (a < 0 || a > 1000) return 0;
  if (by < 0) by = 0;
  a = a * 1000 + a - 7;
  return a << (by & 7);
}
