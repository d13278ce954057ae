// A loop without end uses up its steps.
// RUN: unit=f steps=100000
// EXPECT: branch 4/4
// EXPECT: finding hang
int f(int x) {
  volatile int spin = 0;
  if (x == 77)
    for (;;) spin++;
  if (x == 78) return 1;
  return 0;
}
