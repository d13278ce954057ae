// With --failing-malloc the n-th allocation may return null.
// RUN: unit=two failing-malloc
// EXPECT: branch 4/4
#include <stdlib.h>

int two(void) {
  char *a = malloc(10);
  if (a == NULL) return -1;
  char *b = calloc(2, 5);
  if (b == NULL) {
    free(a);
    return -2;
  }
  free(a);
  free(b);
  return 0;
}
