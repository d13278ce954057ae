// _exit ends the program without further ado; what it covered still counts.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding exit line 8
#include <unistd.h>
int f(int x) {
  if (x == 8)
    _exit(3);
  return 0;
}
