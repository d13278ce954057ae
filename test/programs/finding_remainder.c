// The remainder fails as the quotient does: by zero, and for the least number by -1.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding division by zero line 7
// EXPECT: finding division overflow line 7
int f(int a, int b) {
  int r = a % b;
  if (r == 1) return 1;
  return 0;
}
