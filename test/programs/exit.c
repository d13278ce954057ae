// exit() must not end the engine.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding exit
#include <stdlib.h>
int f(int x) {
  if (x > 1000) exit(3);
  if (x < -1000) return 1;
  return 0;
}
