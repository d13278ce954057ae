// quick_exit runs what was registered for it.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding exit
#include <stdlib.h>
static void last(void) {}
int f(int x) {
  at_quick_exit(last);
  if (x == 8) quick_exit(3);
  return 0;
}
