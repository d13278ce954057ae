// A string without room for its end.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding out of bounds line 11
#include <stdlib.h>
int f(int x) {
  volatile int end = 5;
  char *s = malloc(5);
  s[0] = 1;
  if (x < 0)
    s[end] = 0;
  x = s[0];
  free(s);
  return x;
}
