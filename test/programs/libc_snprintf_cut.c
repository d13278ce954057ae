// snprintf cuts at the buffer's size and returns what it would have written: more than 3 digits never fit.
// RUN: unit=cut exhaustive
// EXPECT: branch 5/6
// EXPECT: infeasible line 12 true
#include <stdio.h>

int cut(unsigned char c) {
  char text[3] = {0};
  int n = snprintf(text, sizeof text, "%u", c);
  if (n == 3) return 1;
  if (text[1] == '7') return 2;
  if (text[2] != 0) return 3;
  return 0;
}
