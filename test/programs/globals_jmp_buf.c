// What belongs to the C library's own structures is no input.
// RUN: unit=f globals
// EXPECT: branch 4/4
#include <setjmp.h>
static jmp_buf place;
static int limit;
static void leave(int x) {
  if (x > limit) longjmp(place, 1);
}
int f(int x) {
  if (setjmp(place)) return 1;
  leave(x);
  return limit == 3 ? 2 : 0;
}
