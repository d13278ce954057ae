// atoi and strtol: value, end and errno.
// RUN: unit=number
// EXPECT: branch 10/10
#include <errno.h>
#include <stdlib.h>

int number(const char text[5]) {
  if (text[4] != 0) return -1;
  if (atoi(text) == -42) return 1;
  char *end;
  long value = strtol(text, &end, 0);
  if (value == 0xab) return 2;
  if (end == text) return 3;
  if (*end != 0) return 4;
  return 0;
}
