// espalier_assert stays on whatever NDEBUG says.
// RUN: unit=half
// EXPECT: branch 4/4
// EXPECT: finding assertion failed line 8
#define NDEBUG
#include "espalier.h"
int half(int a) {
  espalier_assert(a != 1000);
  if (a > 10) return 1;
  return 0;
}
