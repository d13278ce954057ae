// Fresh memory is not zero.
// RUN: unit=f
// EXPECT: branch 3/4
// EXPECT: finding uninitialised use line 10
// EXPECT: infeasible line 10 true
#include <stdlib.h>
int f(int x) {
  int *p = malloc(2 * sizeof *p), r = 0;
  if (x > 0) p[0] = p[1] = 1;
  if (p[1] == 2)
    r = 1;
  free(p);
  return r;
}
