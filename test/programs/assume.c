// What espalier_assume excludes is neither covered nor a finding.
// RUN: unit=ratio
// EXPECT: branch 1/2
// EXPECT: infeasible line 9 true
#include "espalier.h"

int ratio(int a, int b) {
  espalier_assume(b != 0 && b != -1);
  if (b == 0) return 0;
  return a / b;
}
