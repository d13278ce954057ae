// In the first thread pthread_exit ends the program.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding exit
#include <pthread.h>
int f(int x) {
  if (x == 8) pthread_exit(0);
  return 0;
}
