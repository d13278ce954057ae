// Atomic operations do in one thread what plain ones do.
// RUN: unit=count exhaustive
// EXPECT: branch 5/6
// EXPECT: infeasible line 13 true
#include <stdatomic.h>

int count(int n) {
  atomic_int value = 5;
  int expected = 12;
  atomic_fetch_add(&value, n);
  if (atomic_load(&value) == 9) return 1;
  if (atomic_compare_exchange_strong(&value, &expected, 0))
    if (value != 0) return 2;
  return 0;
}
