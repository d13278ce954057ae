// A class of an int beyond the table's range is what happens to lie there: the rest stays exact.
// RUN: unit=digit
// EXPECT: branch 6/6
#include <ctype.h>

int digit(int c) {
  if (c < 0 || c > 300 || !isdigit(c)) return 0;
  return c - '0';
}
