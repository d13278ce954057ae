// A symbolic file in memory, as long as it is; what is mapped in its place afterwards is none of it.
// RUN: --file in.txt:3
// EXPECT: branches +8 of 12 covered, 4 infeasible
// NEVER: concretised
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat s;
  const int f = open("in.txt", O_RDONLY);
  if (fstat(f, &s) != 0) return 1;
  if (s.st_size == 0) return 2;
  char *p = mmap(0, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, f, 0);
  if (p == MAP_FAILED) return 3;
  const int is_A = p[0] == 'A';
  if (is_A && p[0] == 'B') return 4;
  munmap(p, (size_t)s.st_size);
  char *q = mmap(p, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (q[0] == 'C') return 5;
  return is_A;
}
