// `c ? 1 : 2` compiles to no branch at all; it has two sides nevertheless.
// RUN: unit=f
// EXPECT: branch 4/4
int f(int a, unsigned char b) {
  int x = a > 100 ? 1 : 2;
  return b == 7 ? x : -x;
}
