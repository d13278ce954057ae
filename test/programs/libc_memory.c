// memcpy and memset with a length that depends on the input: one path per length, all of them exact.
// RUN: unit=fill exhaustive
// EXPECT: branch 13/16
// EXPECT: infeasible line 15 false
// EXPECT: infeasible line 18 true
// EXPECT: infeasible line 19 false
#include <string.h>

int fill(const unsigned char from[4], unsigned n, unsigned char c) {
  unsigned char to[4] = {1, 1, 1, 1};
  if (n > 4) return -1;
  memset(to, c, n);
  memcpy(to, from, n / 2);
  int result = 0;
  if (to[3] == 9 && c == 9) result = 1;
  if (to[1] == 77) result += 2;
  if (n > 0 && n < 2)
    if (to[1] != 1) result += 4;
  if (memcmp(to, to, n) == 0) result += 8;
  return result;
}
