// Figure 4 of the look-ahead paper: a branch of the callee decides one of the unit.  call-depth=0 does
// not try it, and says so.
// RUN: unit=caller prune=call-depth=0
// EXPECT: branch 1/2
// EXPECT: unknown line 11 true
static int choose(int x) {
  if (x > 10) return 1;
  return 0;
}
int caller(int x) {
  if (choose(x)) return 1;
  return 0;
}
