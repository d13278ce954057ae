// A loop that writes one element too many, without any symbolic address.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding out of bounds line 10
#include <stdlib.h>
int f(unsigned char n) {
  char *p = malloc(4);
  if (n > 5) n = 5;
  for (int i = 0; i < n; i++)
    p[i] = 1;
  free(p);
  return n;
}
