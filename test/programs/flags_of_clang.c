// Flags that gcc does not know: the tests are built with clang alone.
// RUN: unit=f
// FLAGS: -std=c23 -fblocks
// EXPECT: branch 2/2
int f(int x) {
  if (x == 8) return 1;
  return 0;
}
