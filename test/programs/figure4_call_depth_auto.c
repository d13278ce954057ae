// The same program as figure4_call_depth.c: when goals are missing, auto goes one call deeper.
// RUN: unit=caller prune=call-depth=auto
// EXPECT: branch 2/2
static int choose(int x) {
  if (x > 10) return 1;
  return 0;
}
int caller(int x) {
  if (choose(x)) return 1;
  return 0;
}
