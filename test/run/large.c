// A program of many megabytes, statically linked: its code lies on huge pages where the kernel has some, and runs,
// fails and is found at fault as if nothing had been moved.
// BUILD: -static -Wno-unused-result
// RUN: --stdin 2 --exhaustive
// RUN: --stdin 2 --exhaustive --isolate
// EXPECT: every path explored
// EXPECT: finding +null dereference .segmentation fault. at .*large.c:28
// EXPECT: corpus crashes/id:000000,sig:11
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILLER (7u << 20)
static const uint8_t filler[FILLER] = {[0] = 1, [FILLER / 2] = 2, [FILLER - 1] = 3};

int main(void) {
  struct stat st;
  volatile uint32_t middle = FILLER / 2; /* what is read was really copied */
  uint8_t bytes[2] = {0, 0};
  if (stat("/", &st) != 0 || filler[middle - FILLER / 2] != 1 || filler[middle] != 2 ||
      filler[middle + FILLER / 2 - 1] != 3 || filler[middle + 1] != 0)
    abort();
  if (read(0, bytes, 2) != 2) return 1;
  if (bytes[0] == 'h' && bytes[1] == 'i') {
    int *const nowhere = 0;
    *nowhere = 1;
  }
  return 0;
}
