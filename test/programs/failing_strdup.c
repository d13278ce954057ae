// Allocation inside strdup and realloc can fail too; a missed check is a null dereference.
// RUN: unit=grow failing-malloc
// EXPECT: branch 2/2
// EXPECT: finding segmentation fault line 12
#include <stdlib.h>
#include <string.h>

int grow(void) {
  char *copy = strdup("abc");
  if (copy == NULL) return -1;
  copy = realloc(copy, 20);
  copy[10] = 'x';
  free(copy);
  return 0;
}
