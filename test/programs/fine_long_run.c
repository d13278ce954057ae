// More steps than the budget, yet it ends: no hang.
// RUN: unit=f steps=1000
// EXPECT: branch 3/4
// EXPECT: unknown line 10 false
// EXPECT: findings == 0
// EXPECT: suspicions == 1
int f(int x) {
  int sum = 0;
  if (x == 3)
    for (int i = 0; i < 100000; i++) sum += i;
  return sum;
}
