// An index below zero.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding out of bounds line 8
int f(int i) {
  static int a[3] = {4, 5, 6};
  if (i < 3)
    return a[i];
  return 0;
}
