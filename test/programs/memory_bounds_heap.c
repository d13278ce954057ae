// A block on the heap, indexed by the input.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 9 true
// EXPECT: finding out of bounds line 13
#include <stdlib.h>
int f(int i) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return -1;
  p[0] = p[1] = p[2] = p[3] = 8;
  if (i >= 0 && i < 5) {
    const int x = p[i];
    free(p);
    return x;
  }
  free(p);
  return 0;
}
