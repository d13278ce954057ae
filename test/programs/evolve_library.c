// A condition on what a library function answers has no term to solve for; evolution comes nearer and nearer.
// RUN: unit=f strategy=evolve
// EXPECT: branch 4/4
#include <math.h>
int f(double x) {
  if (x > 100) return 0;
  if (sin(x) > 0.99999) return 1;
  return 2;
}
