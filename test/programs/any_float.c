// espalier_any of floating-point and narrow types.
// RUN: unit=driver
// EXPECT: branch 4/4
#include "espalier.h"

int driver(void) {
  double d = espalier_any(double);
  unsigned char c = espalier_any(unsigned char);
  espalier_assume(d > 1.0 && d < 2.0);
  if (d > 1.5) return 1;
  if (c == 200) return 2;
  return 0;
}
