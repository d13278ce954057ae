// Sums and products of chars and shorts fit into int.
// RUN: unit=f check-undefined
// EXPECT: branch 2/2
// EXPECT: findings == 0
int f(signed char a, short b, unsigned char c) {
  int r = a * b + c - a;
  if (r == 77) return 1;
  return 0;
}
