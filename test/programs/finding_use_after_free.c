// Memory is read after it was given back.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding use after free line 11
#include <stdlib.h>
int f(int x) {
  int *p = malloc(sizeof *p);
  *p = x;
  free(p);
  if (x == 4)
    return *p;
  return 0;
}
