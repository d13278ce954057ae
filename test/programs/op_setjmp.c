// setjmp and longjmp: what is known of values in memory survives the jump.
// RUN: unit=guarded exhaustive
// EXPECT: branch 4/4
#include <setjmp.h>

static jmp_buf back;
static int reason;

static void check(int x) {
  if (x > 100) {
    reason = x;
    longjmp(back, 1);
  }
}

int guarded(int x) {
  if (setjmp(back) == 0) {
    check(x);
    return 0;
  }
  return reason == 1234 ? 2 : 1;
}
