// Each arm of a choice is tested by a branch of its own; a `!` in front of one swaps its ways.
// RUN: unit=f exhaustive
// EXPECT: branch 13/14
// EXPECT: infeasible line 9 false
int f(_Bool a, _Bool b, _Bool c) {
  int n = 0;
  if (a) b = 0;
  if (a ? 3 : !3) n = 1;
  if (a ? !b : !0) n += 2;
  if (b ? !c : a) n += 4;
  return n;
}
