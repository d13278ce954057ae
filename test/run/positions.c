// Positions that depend on how long the input is: after a stream has read ahead, of holes, and before anything was
// read.
// RUN: --stdin 3
// RUN: --stdin 3 --isolate
// RUN: --stdin 3 --from-main
// EXPECT: branches +16 of 18 covered, 2 infeasible
// EXPECT: every path explored
// NEVER: finding
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char byte;
  struct stat st;
  fseek(stdin, 1, SEEK_SET);
  if (ftell(stdin) != 1) return 1;
  if (getchar() == 'A' && lseek(0, 0, SEEK_CUR) == 2) return 2;
  if (lseek(0, 0, SEEK_HOLE) == 3) return 3;
  if (read(0, &byte, 1) == 1) abort();
  fstat(0, &st);
  if (st.st_blocks == 0) return 4;
  rewind(stdin);
  const int first = getchar();
  lseek(0, 1, SEEK_SET);
  if (read(0, &byte, 1) == 1 && byte == 'B') return 5;
  if (first == 'C') return 6;
  return 0;
}
