// A function registered for the exit changes how the program ends.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding exit
#include <stdlib.h>
static void other_end(void) { _Exit(5); }
int f(int x) {
  atexit(other_end);
  if (x == 8) exit(3);
  return 0;
}
