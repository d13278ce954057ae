// isnan, isinf, isfinite, signbit, fpclassify; fmin and fmax ignore what is no number.
// RUN: unit=kind exhaustive
// EXPECT: branch 12/14
// EXPECT: infeasible line 9 false
// EXPECT: infeasible line 14 true
#include <math.h>

int kind(float x) {
  if (isnan(x)) return fmaxf(x, 2.0f) == 2.0f ? 1 : 0;
  if (isinf(x)) return signbit(x) ? 3 : 4;
  if (fpclassify(x) == FP_SUBNORMAL) return 5;
  float least = fminf(x, 1.0f);
  if (copysignf(least, 1.0f) == 0.0f) return 6;
  if (least > 1.0f) return 7;
  return 8;
}
