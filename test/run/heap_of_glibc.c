// The heap answers as glibc's does when there is nothing to give or too much is asked for.
// HAND: %s => 0
// RUN: --stdin 1
// EXPECT: branches +15 of 30 covered, 15 infeasible for these inputs, 0 unknown
// NEVER: corpus (crashes|hangs)
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
size_t huge = (size_t)1 << 62;
int main(void) {
  void *nothing = realloc(0, 0);
  if (!nothing) abort();
  if (realloc(nothing, 0)) abort();
  if (reallocarray(malloc(4), 0, 8)) abort();
  void *m = 0;
  if (posix_memalign(&m, 3, 8) != EINVAL) abort();
  if (posix_memalign(&m, 4, 8) != EINVAL) abort();
  if (posix_memalign(&m, 0, 8) != EINVAL) abort();
  if (posix_memalign(&m, 48, 8) != EINVAL || m) abort();
  errno = 0;
  if (calloc(huge, 8) || errno != ENOMEM) abort();
  errno = 0;
  if (malloc(huge) || errno != ENOMEM) abort();
  errno = 0;
  m = malloc(4);
  if (realloc(m, huge) || errno != ENOMEM) abort();
  if (posix_memalign(&m, 64, huge) != ENOMEM) abort();
}
