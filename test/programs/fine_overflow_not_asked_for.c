// Without --check-undefined, overflow wraps and is nobody's business.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: findings == 0
int f(int a) {
  if (a + 1 < a) return 1;
  return a << 33;
}
