// A null pointer that only the C library follows: the place is the call.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding null dereference line 8
// EXPECT: stack measure f
#include <string.h>
static int measure(const char *s) {
  return (int)strlen(s);
}
int f(int x) {
  if (x == 5)
    return measure(0);
  return 0;
}
