// Memory that is never given back runs into the budget, not into the machine's end.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding out of memory
#include <stdlib.h>
#include <string.h>
int f(int x) {
  if (x == 4)
    for (;;) memset(malloc(1 << 20), 1, 1 << 20);
  if (x == 6) return 1;
  return 0;
}
