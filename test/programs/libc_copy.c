// strcpy, strncpy, strcat, strdup: labels travel with the bytes, padding is zero.
// RUN: unit=join exhaustive
// EXPECT: branch 9/10
// EXPECT: infeasible line 17 true
#include <stdlib.h>
#include <string.h>

int join(const char a[3], const char b[3]) {
  if (strnlen(a, 3) == 3 || strnlen(b, 3) == 3) return -1;
  char text[8];
  strcpy(text, a);
  strcat(text, b);
  char padded[4] = "zzz";
  strncpy(padded, b, 4);
  char *copy = strdup(text);
  int result = 0;
  if (padded[3] != 0) result = 3;
  if (strcmp(copy, "abc") == 0) result += 1;
  if (text[3] == 'x') result += 2;
  free(copy);
  return result;
}
