// snprintf: the digits of an integer and the length of the text are exact.
// RUN: unit=show
// EXPECT: branch 8/8
#include <stdio.h>
#include <string.h>

int show(int n, unsigned char c) {
  char text[16];
  if (snprintf(text, sizeof text, "%d", n) == 5 && text[0] == '-') return 1;
  sprintf(text, "%02x-%c", c, c);
  if (strcmp(text, "4d-M") == 0) return 2;
  if (text[0] == 'f') return 3;
  return 0;
}
