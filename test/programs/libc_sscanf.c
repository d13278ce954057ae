// sscanf: numbers, characters, sets and %n keep their terms.
// RUN: unit=point
// EXPECT: branch 12/12
#include <stdio.h>

int point(const char text[8]) {
  int x, y, end = 0;
  char c;
  if (text[7] != 0) return -1;
  if (sscanf(text, "%d,%d", &x, &y) == 2) return x == -7 ? 1 : 2;
  if (sscanf(text, "%*2[ab]%c%n", &c, &end) == 1 && end == 3) return c == 'z' ? 3 : 4;
  return 0;
}
