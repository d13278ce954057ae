// A library function called through a pointer is the model too.
// RUN: unit=measure exhaustive
// EXPECT: branch 4/4
#include <string.h>

typedef size_t measure_function(const char *);

int measure(const char text[3], int kind) {
  measure_function *const how = strlen;
  if (text[2] != 0) return -1;
  return how(text) == 2 ? kind : 0;
}
