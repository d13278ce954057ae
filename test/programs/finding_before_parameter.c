// Before the beginning of an object behind a parameter.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding out of bounds line 8
int f(int p[2], int x) {
  volatile int i = -1;
  if (x == 1)
    return p[i];
  return 0;
}
