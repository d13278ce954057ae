// A pointer outlives the block of its object.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding use after scope line 12
int f(int x) {
  int *p = 0;
  {
    int inner = x;
    p = &inner;
  }
  if (x == 6)
    return *p;
  return 0;
}
