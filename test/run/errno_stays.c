// What succeeds leaves errno alone: also reading from what is no input, and asking streams that have no descriptor.
// RUN: --stdin 1
// EXPECT: branches +7 of 14 covered, 0 infeasible
// EXPECT: every path explored
// NEVER: finding
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
  static char text[] = "text";
  char byte;
  const int zeros = open("/dev/zero", O_RDONLY);
  errno = 0;
  if (read(zeros, &byte, 1) != 1 || errno != 0) abort();
  void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED || munmap(page, 4096) != 0 || errno != 0) abort();
  FILE *f = fmemopen(text, 4, "r");
  errno = 0;
  rewind(f);
  if (ftell(f) != 0 || errno != 0) abort();
  return getchar() == 'x';
}
