// The end of an array may be pointed at.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: findings == 0
int f(int x) {
  int a[3] = {1, 2, 3}, sum = 0;
  for (int *p = a; p != &a[3]; p++) sum += *p;
  if (x == sum) return 1;
  return 0;
}
