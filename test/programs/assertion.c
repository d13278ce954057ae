// A failed assertion is a finding; its condition is a goal.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding assertion
#include <assert.h>
int f(int x) {
  assert(x != 12);
  if (x == 13) return 1;
  return 0;
}
