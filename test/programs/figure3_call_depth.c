// Figure 3 of the look-ahead paper: a loop in a callee whose result does not matter.  A goal behind the
// call is left, so that look-ahead cannot help; with call-depth=0 the callee's own branches are not tried.
// RUN: unit=caller prune=call-depth=0 depth=16
// EXPECT: branch 4/4
// EXPECT: paths == 2
static int count(unsigned bits) {
  int ones = 0;
  for (int i = 0; i < 16; i++)
    if (bits >> i & 1) ones++;
  return ones;
}
int caller(int b, unsigned bits) {
  int late = 0;
  if (b != 0) late = 1;
  count(bits);
  if (late) return 1;
  return 0;
}
