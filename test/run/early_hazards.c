// What must not be shared is not: descriptors of ours, shared memory, owners of locks; and who signals the process it was
// forked from ends no other run.
// RUN: --stdin 2 --exhaustive -- close
// RUN: --stdin 2 --exhaustive -- shared
// RUN: --stdin 2 --exhaustive -- parent
// RUN: --stdin 2 --exhaustive -- lock
// EXPECT: each (as )?in a process of its own
// EXPECT: 5 paths in 5 executions
// NEVER: corpus (crashes|hangs)
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  int *shared = 0;
  if (strcmp(how, "close") == 0)
    for (int fd = 3; fd < 64; fd++) close(fd);
  if (strcmp(how, "shared") == 0)
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (strcmp(how, "lock") == 0) pthread_mutex_lock(&mutex);
  const int c = getchar();
  if (strcmp(how, "close") == 0 && open("left", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0) abort();
  if (shared && (*shared)++ != 0) abort();
  if (strcmp(how, "lock") == 0) pthread_mutex_lock(&mutex);
  if (strcmp(how, "parent") == 0) kill(getppid(), SIGTERM);
  if (c == 'a') return 1;
  if (c == EOF) return 2;
  const int d = getchar();
  if (d == 'b') return 3;
  if (d == EOF) return 4;
  return 0;
}
