// memcmp: the sign is symbolic, and the test's expected number is what the real library returns.
// RUN: unit=order
// EXPECT: branch 6/6
#include <string.h>

int order(const unsigned char a[3], const unsigned char b[3]) {
  int r = memcmp(a, b, 3);
  if (r < 0 && a[0] == b[0] && a[1] == 7) return r;
  return r;
}
