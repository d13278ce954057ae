// Freed on one way, used on all.
// RUN: unit=f
// EXPECT: branch 3/4
// EXPECT: infeasible line 12 false
// EXPECT: finding use after free line 11
#include <stdlib.h>
int f(int x) {
  int *p = calloc(1, sizeof *p);
  if (x == 77)
    free(p);
  const int y = *p;
  if (x != 77)
    free(p);
  return y;
}
