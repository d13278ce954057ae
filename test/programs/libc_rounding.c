// floor, ceil, round, trunc, rint: exact, without a path for each.
// RUN: unit=shape
// EXPECT: branch 8/8
// EXPECT: paths <= 8
#include <math.h>

int shape(double x) {
  if (floor(x) == -3.0 && ceil(x) == -2.0) return 1;
  if (round(x) == 5.0 && trunc(x) == 4.0) return 2;
  return 0;
}
