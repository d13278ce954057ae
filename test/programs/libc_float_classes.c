// isnan, isinf, isfinite, signbit, fpclassify, fmin, copysign.
// RUN: unit=kind exhaustive
// EXPECT: branch 11/12
// EXPECT: infeasible line 13 true
#include <math.h>

int kind(float x) {
  if (isnan(x)) return 1;
  if (isinf(x)) return signbit(x) ? 3 : 4;
  if (fpclassify(x) == FP_SUBNORMAL) return 5;
  float least = fminf(x, 1.0f);
  if (copysignf(least, 1.0f) == 0.0f) return 6;
  if (least > 1.0f) return 7;
  return 8;
}
