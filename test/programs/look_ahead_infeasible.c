// Look-ahead leaves out paths, and the infeasible branch is proved all the same.
// RUN: unit=f prune=look-ahead
// EXPECT: branch 9/10
// EXPECT: infeasible line 9 true
int f(unsigned char a, unsigned char b, unsigned char c) {
  int n = 0;
  if (a > 100) n++;
  if (b > 100) n++;
  if (n == 2 && a + b < 100) n = 7;
  if (c > 100) n++;
  return n;
}
