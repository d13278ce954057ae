// What %n stores depends on what is printed, in a format that is known here or not.
// RUN: unit=f
// EXPECT: branch 7/8
// EXPECT: unknown line 14 true
#include <stdio.h>
int f(int number, int way) {
  const char *const formats[2] = {"%u%n", "%o%%%n"};
  int count = 0;
  if (way < 0 || way > 1) return 0;
  if (way == 0)
    printf("%u%n", (unsigned)number % 50, &count);
  else
    printf(formats[number & 1], (unsigned)number, &count);
  if (count == 30) return 1;
  return count;
}
