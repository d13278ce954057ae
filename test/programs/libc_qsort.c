// qsort and bsearch call the user's comparison, whose goals count with --whole; the result is sorted, provably.
// RUN: unit=middle exhaustive whole
// EXPECT: branch 9/10
// EXPECT: infeasible line 16 true
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
  int x = *(const signed char *)a, y = *(const signed char *)b;
  if (x < y) return -1;
  return x > y ? 1 : 0;
}

int middle(signed char v[3]) {
  signed char seven = 7;
  qsort(v, 3, 1, ascending);
  if (v[0] > v[1]) return 1;
  if (v[1] == 100) return 2;
  if (bsearch(&seven, v, 3, 1, ascending)) return 3;
  return 0;
}
