// A run that changes the locale of its thread leaves it to no other run.
// RUN: unit=libc_wide_locale strategy=dfs exhaustive
// EXPECT: branch 3/4
// EXPECT: unknown line 10 true
#define _GNU_SOURCE
#include <locale.h>
#include <stdlib.h>
int libc_wide_locale(unsigned char c) {
  const char text[] = "\xc3\xa9"; /* a character of UTF-8, no character in the C locale */
  if (mblen(text, 2) == 2) return -1;
  uselocale(newlocale(LC_ALL_MASK, "C.UTF-8", 0));
  return c > 5 ? 1 : 0;
}
