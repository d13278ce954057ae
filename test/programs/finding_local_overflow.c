// One past the end of a local array: plain builds do not notice.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding out of bounds line 9
int f(int x) {
  int a[4] = {0, 1, 2, 3};
  volatile int i = 4;
  if (x == 17)
    return a[i];
  return a[0];
}
