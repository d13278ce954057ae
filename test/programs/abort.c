// abort() ends a run, not the campaign.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding abort
#include <stdlib.h>
int f(int x) {
  if (x == 99) abort();
  if (x < -5) return 1;
  return 0;
}
