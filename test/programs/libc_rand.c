// rand starts from the same seed in every run: a branch on it is decided.
// RUN: unit=draw exhaustive
// EXPECT: branch 3/4
// EXPECT: infeasible line 8 true
#include <stdlib.h>

int draw(int x) {
  if (rand() == 5) return 1;
  return x == rand() % 100 ? 2 : 3;
}
