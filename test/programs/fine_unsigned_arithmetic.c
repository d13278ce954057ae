// Unsigned arithmetic wraps by definition.
// RUN: unit=f check-undefined
// EXPECT: branch 2/2
// EXPECT: findings == 0
unsigned f(unsigned a, unsigned b) {
  unsigned r = a * b + a - b;
  r++;
  if (r == 5) return 1;
  return -r;
}
