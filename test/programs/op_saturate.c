// Saturating arithmetic, minimum, absolute value.
// RUN: unit=mix exhaustive
// EXPECT: branch 8/10
// EXPECT: infeasible line 18 true
// EXPECT: infeasible line 21 true
#include <limits.h>
#ifdef __clang__
#define add_saturated __builtin_elementwise_add_sat
#define least_of __builtin_elementwise_min
#else
static int add_saturated(int a, int b) {
  return b > 0 && a > INT_MAX - b ? INT_MAX : b < 0 && a < INT_MIN - b ? INT_MIN : a + b;
}
#define least_of(a, b) ((a) < (b) ? (a) : (b))
#endif
int mix(int a, int b) {
  int sum = add_saturated(a, b);
  if (a > 0 && sum < b) return 1;
  if (sum == INT_MAX && b == 3) return 2;
  int least = least_of(a, b);
  if (least > a) return 3;
  return 0;
}
