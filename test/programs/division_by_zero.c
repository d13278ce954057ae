// The divisor's zero is searched for, though no branch of the source asks for it.
// RUN: unit=f exhaustive
// EXPECT: branch 2/2
// EXPECT: finding division by zero line 7
// EXPECT: finding overflow line 7
int f(int a, int b) {
  int q = a / (b - 17);
  if (q == 3)
    return 1;
  return 0;
}
