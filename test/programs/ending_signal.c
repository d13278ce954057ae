// A signal that the function sends to itself, even the one that we use.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding signal SIGUSR1 line 8
// EXPECT: finding signal SIGTERM line 9
#include <signal.h>
int f(int x) {
  if (x == 8) raise(SIGUSR1);
  if (x == 9) raise(SIGTERM);
  return 0;
}
