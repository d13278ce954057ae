// Blocks that are aligned to more than others are like others: what they hold keeps its term when they move, they
// are fresh in every run, and end where they end.
// RUN: --stdin 1 --exhaustive
// EXPECT: branches +9 of 14 covered, 0 infeasible
// EXPECT: 4 paths in 4 executions
// EXPECT: all in one process
// EXPECT: finding +out of bounds at .*aligned.c:24
// NEVER: NOT CONFIRMED
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *block = aligned_alloc(64, 64), *other = 0;
  if (posix_memalign((void **)&other, 4096, 100) != 0) abort();
  if (block[1] != 0 || other[99] != 0) abort();
  block[1] = other[99] = 1;
  char *const first = block, *const second = other;
  block[0] = (char)getchar();
  block = realloc(block, 100000);
  other = realloc(other, 10);
  if (block[0] == 'x') return 1;
  if ((uintptr_t)first % 64 != 0 || (uintptr_t)second % 4096 != 0) abort();
  if (block[0] == 'y') ((char *)memalign(256, 8))[8] = 1;
}
