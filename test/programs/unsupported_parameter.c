// Nothing sensible can be passed for a file.
// RUN: unit=f
// EXPECT: exit 2
// EXPECT: error unsupported_parameter.c:6:
#include <stdarg.h>
int f(int x, va_list rest) { return x > 0 ? va_arg(rest, int) : 0; }
