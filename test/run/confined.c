// Files outside the scratch directory cannot be changed; devices can be written to.
// RUN: --stdin 1
// EXPECT: each (as )?in a process of its own
// EXPECT: branches +3 of 6 covered
// NEVER: finding
// NEVER: cannot confine
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *inside = fopen("inside", "w");
  if (!inside) abort();
  FILE *null = fopen("/dev/null", "w");
  if (!null) abort();
  FILE *outside = fopen("/tmp/espalier-test-outside", "w");
  if (outside) abort();
  return 0;
}
