// Null may be freed, and memory may be used until it is.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: findings == 0
#include <stdlib.h>
int f(int x) {
  int *p = malloc(sizeof *p), *q = 0, r;
  *p = x;
  r = *p;
  free(q);
  free(p);
  if (r == 4) return 1;
  return 0;
}
