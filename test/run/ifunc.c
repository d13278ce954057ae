// What the dynamic linker asks before the program is there (ifunc) is not instrumented; what it chooses is.
// HAND: \t => 9 0
// RUN: --stdin 1 --exhaustive
// EXPECT: branches     4 of 4 covered
#include <stdio.h>
static int chosen(int c) { return c == '\t' ? 9 : 0; }
static int (*choose(void))(int) { return chosen; }
int f(int c) __attribute__((ifunc("choose")));
int main(void) {
  if (f(getchar()) == 9) puts("9");
  return 0;
}
