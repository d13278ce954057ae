// Freed twice when two conditions meet.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding double free line 11
#include <stdlib.h>
int f(int x, int y) {
  char *p = malloc(10);
  if (x > 5)
    free(p);
  if (y < 3)
    free(p);
  return 0;
}
