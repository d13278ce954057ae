// A jump over several calls back into the function is no failure.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: findings == 0
#include <setjmp.h>
static jmp_buf back;
static void deep(int x) {
  if (x > 10) longjmp(back, 1);
}
int f(int x) {
  if (setjmp(back)) return 1;
  deep(x);
  if (x > 5) return 2;
  return 0;
}
