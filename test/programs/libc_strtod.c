// strtod and atof: decimals are exact quotients.
// RUN: unit=price
// EXPECT: branch 6/6
#include <stdlib.h>

int price(const char text[5]) {
  if (text[4] != 0) return -1;
  char *end;
  double value = strtod(text, &end);
  if (value == 2.75) return 1;
  if (value < -8.5) return 2;
  return 0;
}
