// Only the C library opens files: what needs one is unknown, not infeasible.
// RUN: unit=f
// EXPECT: branch 1/2
// EXPECT: unknown line 7 false
#include <stdio.h>
int f(FILE *file) {
  if (!file) return 0;
  return 1;
}
