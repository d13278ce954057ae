// Several inputs that fail on one line are one finding.
// RUN: unit=f exhaustive
// EXPECT: branch 6/6
// EXPECT: finding assertion failed line 8
// EXPECT: findings == 1
#include <assert.h>
static void check(int x) {
  assert(x < 100);
}
int f(int x) {
  if (x > 300) { check(x); return 3; }
  if (x > 200) { check(x); return 2; }
  if (x > 150) { check(x); return 1; }
  return 0;
}
