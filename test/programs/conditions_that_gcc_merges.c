// gcc makes one range test of three conditions and counts it on the first line; the last line has a statement of
// its own, which no test reaches.
// RUN: unit=is_mark
// EXPECT: branch 5/8
// EXPECT: infeasible line 10 true
// EXPECT: infeasible line 11 true
// EXPECT: infeasible line 12 true
int is_mark(unsigned kind) {
  if (kind > 4) return 2;
  if (kind == 5 ||
      kind == 6 ||
      kind == 7) return 1;
  return 0;
}
