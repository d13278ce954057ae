// Past the end of a global array.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding out of bounds line 9
static int table[3] = {1, 2, 3};
int f(int x) {
  volatile int i = 3;
  if (x == 1)
    return table[i];
  return 0;
}
