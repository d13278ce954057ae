// `while (a && b)` compiles to a branch on a phi; both leaves are goals of their own.
// RUN: unit=f
// EXPECT: branch 6/6
int f(unsigned n, unsigned limit) {
  int rounds = 0;
  while (n != 0 &&
         rounds < 5) {
    n /= 10;
    rounds++;
  }
  if (rounds == 3)
    return 1;
  return 0;
}
