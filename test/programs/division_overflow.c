// The other trap of a signed division.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding overflow line 7
int f(int a, int b) {
  if (b == 0) return 0;
  return a / b;
}
