// The call stack says how the failure was reached.
// RUN: unit=f whole
// EXPECT: branch 4/4
// EXPECT: finding abort line 10
// EXPECT: stack inner middle f
// EXPECT: findings == 1
#include <stdlib.h>
static void inner(int x) {
  if (x == 9)
    abort();
}
static int middle(int x) { inner(x); return 1; }
int f(int x) {
  if (x > 3)
    return middle(x);
  return 0;
}
