// Drawing without a number of tests finds every path once; the one that both conditions exclude is eliminated.
// RUN: unit=f strategy=draw
// EXPECT: branch 4/4
// EXPECT: tests == 3
// EXPECT: solver_calls <= 4
int f(int a) {
  int r = 0;
  if (a > 10) r = 1;
  if (a > 20) r += 2;
  return r;
}
