// strlen and strnlen: lengths are exact, so impossible ones are proved.
// RUN: unit=length exhaustive
// EXPECT: branch 5/6
// EXPECT: infeasible line 10 true
#include <string.h>

int length(const char text[4]) {
  size_t n = strnlen(text, 4);
  if (n == 3) return 1;
  if (n > 4) return 2;
  if (n == 4) return 3;
  return 0;
}
