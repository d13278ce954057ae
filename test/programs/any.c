// espalier_any is a value that the test chooses.
// RUN: unit=driver
// EXPECT: branch 6/6
#include "espalier.h"

struct pair {
  int first;
  char second;
};

int driver(void) {
  int x = espalier_any(int);
  struct pair p = espalier_any(struct pair);
  if (x > 10 && p.first == x) return 1;
  if (p.second == 'q') return 2;
  return 0;
}
