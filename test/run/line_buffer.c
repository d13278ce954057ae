// What getline makes of the buffer it is given is what glibc makes of it: nothing at the end of the input, and room
// for the whole line otherwise.
// HAND: %s => 5
// HAND: ab\n => 2
// HAND: abcdefgh => 9
// RUN: --stdin 8 --exhaustive
// EXPECT: branches +13 of 22 covered, 9 infeasible for these inputs, 0 unknown
// NEVER: corpus (crashes|hangs)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = malloc(1);
  size_t size = 1;
  const ssize_t length = getline(&line, &size, stdin);
  if (length < 0) {
    if (size != 1) abort();
    line[0] = 0;
    char *other = 0;
    size = 7;
    if (getline(&other, &size, stdin) != -1 || !other || size != 120) abort();
    size = 0;
    other[119] = 0;
    char *before = other;
    if (getline(&other, &size, stdin) != -1 || other == before || before[119] != 0 || size != 120) abort();
    return 5;
  }
  if (size != (size_t)length + 1) abort();
  line[length] = 0;
  if (length == 3) return 2;
  return (int)size;
}
