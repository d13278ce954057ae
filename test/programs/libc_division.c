// div: quotient and remainder, and the division by zero inside it.
// RUN: unit=split
// EXPECT: branch 6/6
// EXPECT: finding division by zero line 9
#include <stdlib.h>

int split(int a, int b) {
  if (a < 0) return -1;
  div_t r = div(a, b);
  if (r.quot == 7 && r.rem == 3) return 1;
  return 0;
}
