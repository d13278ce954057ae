// `!` turns sides around; the report speaks of the condition as it is written.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 11 false
int f(unsigned char x) {
  int rounds = 0;
  do {
    x >>= 1;
    rounds++;
  } while (!(x < 4));
  if (!(x >= 4))
    rounds += 10;
  return !(rounds == 12) ? 1 : 0;
}
