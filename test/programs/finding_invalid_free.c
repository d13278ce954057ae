// What malloc never gave cannot be freed.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding invalid free line 10
#include <stdlib.h>
int f(int x) {
  int local[4] = {x};
  int *p = local;
  if (x == 3)
    free(p);
  return 0;
}
