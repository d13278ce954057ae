// --stub makes a scripted fake of a function that the C library has.
// RUN: unit=f stub=time
// EXPECT: branch 4/4
#include <time.h>
int f(void) {
  time_t now = time(0);
  if (now == 1000) return 1;
  return now < 0 ? 2 : 0;
}
