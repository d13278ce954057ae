// Around && and || a cast, a `!` or a choice decides nothing more: the operands are the goals.
// RUN: unit=f
// EXPECT: branch 16/16
int f(int a, int b) {
  int n = 0;
  if ((int)(a || b)) n = 1;
  if (a && (_Bool)!(a > 1 && b > 1)) n += 2;
  if (a == 7 ? b == 1 || b == 3 : b) n += 4;
  return n;
}
