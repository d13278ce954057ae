// What is given away to be freed is on the heap, in the tests, too.
// RUN: unit=clear
// EXPECT: branch 4/4
#include <stdlib.h>
struct buffer {
  int *data;
  int size;
};
int clear(struct buffer *b) {
  if (!b) return 0;
  const int size = b->size;
  free(b->data);
  free(b);
  return size == 12 ? 1 : 2;
}
