// The arguments after the last parameter are zeros.
// RUN: unit=f
// EXPECT: branch 4/4
#include <stdarg.h>
int f(int n, ...) {
  va_list rest;
  int sum = 0;
  va_start(rest, n);
  if (n == 2) sum = va_arg(rest, int);
  va_end(rest);
  if (n > 5) return 1;
  return sum;
}
