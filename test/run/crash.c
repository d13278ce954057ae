// A crash with its signal and stack, a failed assertion, and a hang.
// RUN: --stdin 2 --steps 100000 --fail-on-findings
// EXPECT: finding +null dereference .segmentation fault. at .*crash.c:11
// EXPECT: crash.c:11 in poke
// EXPECT: finding +assertion failed at .*crash.c:18: assertion 'second != 'b'' failed
// EXPECT: finding +hang
// EXPECT: exit code 1
// EXPECT: corpus crashes/id:00000[01],sig:11,run:[0-9]+
// EXPECT: corpus hangs/id:000000,run:[0-9]+
#include <assert.h>
static void poke(int *p) { *p = 1; }
#include <stdio.h>
int main(void) {
  const int first = getchar();
  const int second = getchar();
  if (first == '0') poke(0);
  if (first == 'a') {
    assert(second != 'b');
  }
  while (second == 'l') {
  }
  return 0;
}
