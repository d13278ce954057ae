// An environment variable may have any value, and may be missing.
// RUN: --env MODE:3
// EXPECT: branches +6 of 6 covered
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *mode = getenv("MODE");
  if (!mode) return 1;
  if (strcmp(mode, "on") == 0) return 2;
  if (strcmp(mode, "off") == 0) return 3;
  return 0;
}
