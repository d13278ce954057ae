// What is open for our own sake is not seen by the program, however its runs are kept apart.
// RUN: --stdin 1 --exhaustive
// RUN: --stdin 1 --exhaustive --isolate
// EXPECT: 3 paths in 3 executions
// NEVER: finding
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat st;
  char name[32];
  setlocale(LC_ALL, "C");
  const int c = getchar();
  if (c == 'a')
    for (int fd = 256; fd < 1000; fd++)
      if (fcntl(fd, F_GETFD) != -1 || fstat(fd, &st) != -1) abort();
  for (int fd = 256; c == EOF && fd < 270; fd++) {
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    if (access(name, F_OK) == 0 || lstat(name, &st) == 0) abort();
  }
  return 0;
}
