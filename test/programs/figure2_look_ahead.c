// Figure 2 of the look-ahead paper: two nested loops behind a condition.  Once their branches are
// covered, no path through them is worth a query.
// RUN: unit=nested_loops prune=look-ahead depth=16
// EXPECT: branch 6/6
// EXPECT: paths <= 3
int nested_loops(int elsewhere, unsigned bits) {
  int work = 0;
  if (elsewhere == 0) {
    for (int i = 0; i < 16; i++) {
      while ((bits & 1) == 0) {
        bits = bits >> 1 | 0x80000000u;
        work++;
      }
      bits = bits >> 1 | 0x80000000u;
    }
  }
  return work;
}
