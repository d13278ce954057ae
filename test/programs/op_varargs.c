// Variable arguments keep their terms, in registers and on the stack.
// RUN: unit=total exhaustive
// EXPECT: branch 5/6
// EXPECT: infeasible line 21 true
#include <stdarg.h>

static long sum(int count, ...) {
  va_list list;
  va_start(list, count);
  long total = 0;
  while (count-- > 0) total += va_arg(list, int);
  total += (long)va_arg(list, double);
  va_end(list);
  return total;
}

int total(signed char a, signed char b, float x) {
  if (x != 2.0f) return -1;
  long all = sum(8, a, 1, 1, 1, 1, 1, 1, b, x);
  if (all == 108) return 1;
  if (all == a + b + 7) return 2;
  return 0;
}
