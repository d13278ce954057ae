// More steps than the budget, yet it ends: no hang.
// RUN: unit=f steps=1000
// EXPECT: branch 4/4
// EXPECT: findings == 0
// EXPECT: suspicions == 1
int f(int x) {
  int sum = 0;
  for (volatile int i = 0; i < 100000; i++) sum++;
  if (x == 3) return 1;
  return 0;
}
