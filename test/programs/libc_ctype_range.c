// A class of an int beyond the table's range is what happens to lie there: the rest stays exact.
// RUN: unit=digit
// EXPECT: branch 4/4
#include <ctype.h>

int digit(int c) {
  if (c < 0 || !isdigit(c)) return 0;
  return c - '0';
}
