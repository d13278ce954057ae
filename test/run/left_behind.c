// What runs leave behind is gone with them: processes in sessions of their own, temporary files; and what lies outside
// of their directory is neither written nor emptied.  no_processes.sh looks for the processes.
// RUN: --stdin 1 --exhaustive -- $dir/runs
// RUN: --stdin 1 --exhaustive --isolate -- $dir/runs
// NEVER: finding
// EXPECT: every path explored
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void daemon_of_its_own(void) {
  if (fork() != 0) return;
  setsid();
  if (fork() == 0) setsid();
  sleep(60);
  _exit(0);
}

int main(int argc, char **argv) {
  const int c = getchar();
  if (c == 'd') daemon_of_its_own();
  if (c == 't') {
    FILE *file = tmpfile();
    if (!file) abort();
    if (fputs("x", file) < 0 || fflush(file) != 0) abort();
    fclose(file);
  }
  if (c == 'e' && argc == 2) {
    struct stat before, after;
    if (stat(argv[1], &before) != 0) abort();
    if (truncate(argv[1], 0) == 0) abort();
    const int file = open(argv[1], O_RDONLY | O_TRUNC);
    if (file >= 0) close(file);
    if (stat(argv[1], &after) != 0 || after.st_size != before.st_size) abort();
  }
  if (c == 'r') {
    if (mkdir("sub", 0700) != 0) abort();
    const int file = open("sub/a", O_CREAT | O_WRONLY, 0600);
    if (file < 0 || rename("sub/a", "b") != 0) abort();
  }
  return 0;
}
