// Exits, forks, writes files and leaks: each run starts as the first did.
// RUN: --stdin 2
// EXPECT: each (as )?in a process of its own
// EXPECT: branches +8 of 16 covered
// NEVER: NOT CONFIRMED
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int runs;
int main(void) {
  if (access("left", F_OK) == 0 || runs++ != 0) abort();
  FILE *f = fopen("left", "w");
  if (!f) return 9;
  if (!malloc(1000)) return 8;
  const int c = getchar();
  const pid_t child = fork();
  if (child == 0) exit(c == 'x' ? 3 : 4);
  int status = 0;
  if (child > 0) waitpid(child, &status, 0);
  if (c == 'a') exit(1);
  return 0;
}
