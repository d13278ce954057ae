// strtol sets errno when the number does not fit; a free errno starts at zero in every run.
// RUN: unit=fits
// EXPECT: branch 4/6
// EXPECT: infeasible line 12 true
// EXPECT: infeasible line 14 true
#include <errno.h>
#include <stdlib.h>

int fits(char sign) {
  char text[] = "?9223372036854775808";
  text[0] = sign;
  if (errno != 0) return -1;
  long value = strtol(text, 0, 10);
  if (sign == '-' && errno != 0) return 2;
  return value == 0;
}
