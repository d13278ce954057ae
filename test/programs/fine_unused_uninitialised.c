// Values without meaning may be copied as long as nothing depends on them.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: findings == 0
struct both { int set, unset; };
int f(int x) {
  struct both a, b;
  a.set = x;
  b = a;
  if (b.set == 12) return 1;
  return 0;
}
