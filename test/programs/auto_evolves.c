// What a library function answers has no term to solve for: the default strategy evolves inputs there.
// RUN: unit=f
// EXPECT: branch 6/6
// EXPECT: evaluations >= 1
#include <math.h>
int f(double power) {
  if (!(power > 0)) return 0;
  const double level = 10 * log10(power);
  if (level > 30 && level < 30.001) return 1;
  return 2;
}
