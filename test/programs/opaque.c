// What a library computes is not known: the goal behind it is unknown, never infeasible.
// RUN: unit=f
// EXPECT: branch 1/2
// EXPECT: unknown line 8 true
#include <stdlib.h>
int f(unsigned seed) {
  unsigned state = seed;
  if (rand_r(&state) == 1234567)
    return 1;
  return 0;
}
