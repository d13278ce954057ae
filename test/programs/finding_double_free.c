// Memory is given back twice, on one path only.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding double free line 10
#include <stdlib.h>
int f(int x) {
  char *p = malloc(8);
  if (x > 9)
    free(p);
  free(p);
  return x > 9;
}
