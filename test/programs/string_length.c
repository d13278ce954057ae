// A string ends anywhere up to --max-string.
// RUN: unit=f max-string=3
// EXPECT: branch 7/8
// EXPECT: infeasible line 9 true
int f(const char *s) {
  int n = 0;
  if (!s) return -1;
  while (s[n]) n++;
  if (n == 4) return 1;
  if (n == 3) return 2;
  return n;
}
