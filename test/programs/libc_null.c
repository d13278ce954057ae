// A fault inside a library function belongs to the line of the call.
// RUN: unit=empty
// EXPECT: branch 2/2
// EXPECT: finding segmentation fault line 8
#include <string.h>

int empty(const char *text) {
  return strlen(text) == 0 ? 1 : 0;
}
