// An assertion that always holds is infeasible to break, and no finding.
// RUN: unit=f
// EXPECT: branch 3/4
// EXPECT: infeasible line 10 false
#include "espalier.h"

int f(unsigned char a) {
  int b = a * 2;
  if (b > 100) b -= 100;
  espalier_assert(b <= 410);
  return b;
}
