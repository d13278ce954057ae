// A run that no signal ends is killed, and it is a hang.
// RUN: --stdin 1 --timeout 300ms
// EXPECT: corpus hangs/id:000000
// NEVER: corpus crashes
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  const int c = getchar();
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  if (c == 'x') pause();
  return 0;
}
