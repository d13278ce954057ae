// Shorter inputs are inputs, too: the end of the file comes after every number of bytes.
// RUN: --stdin 3 --exhaustive
// RUN: --stdin 3 --exhaustive --isolate
// EXPECT: branches +7 of 8 covered, 1 infeasible
// EXPECT: search +4 paths in 4 executions
#include <unistd.h>
int main(void) {
  char bytes[8];
  const ssize_t n = read(0, bytes, sizeof bytes);
  if (n == 0) return 10;
  if (n == 1) return 11;
  if (n == 2) return 12;
  if (n == 3) return 13;
  return 14;
}
