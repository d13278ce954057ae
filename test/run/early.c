// What runs share is done once, and each run finds it as it was: memory, files and where they are read, handlers.
// The first look at an input may be a copy, a call of the library, or a call of the kernel.
// BUILD: -Wno-unused-result
// RUN: --arg 2 --arg 2 --stdin 2 --exhaustive -- copy @arg @arg
// RUN: --arg 2 --arg 2 --stdin 2 --exhaustive -- library @arg @arg
// RUN: --arg 2 --arg 2 --stdin 2 --exhaustive -- kernel @arg @arg
// RUN: --arg 2 --arg 2 --stdin 2 --exhaustive -- input @arg @arg
// RUN: --arg 2 --arg 2 --stdin 2 --exhaustive -- size @arg @arg
// EXPECT: each (as )?in a process of its own
// EXPECT: every path explored
// NEVER: corpus crashes
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int begun, ended;
static char *made;
static void at_end(void) {
  if (ended++ != 0 || begun != 1 || strcmp(made, "made early") != 0) abort();
}
static void touch(const char *how, const char *first) {
  struct stat st;
  char copy[3];
  if (strcmp(how, "copy") == 0) {
    memcpy(copy, first, sizeof copy);
    if (copy[0] == 'c') exit(10);
  } else if (strcmp(how, "library") == 0) {
    setlocale(LC_ALL, first);
  } else if (strcmp(how, "kernel") == 0) {
    const int fd = open(first, O_RDONLY);
    if (fd >= 0) exit(11);
  } else if (strcmp(how, "size") == 0) {
    if (fstat(0, &st) == 0 && st.st_size == 1) exit(12);
    if (lseek(0, 0, SEEK_CUR) != 0) abort();
  }
}
int main(int argc, char **argv) {
  if (argc != 4 || begun++ != 0) abort();
  setlocale(LC_ALL, "");
  made = strdup("made early");
  atexit(at_end);
  char early[4], late[4], whole[8];
  const int file = open("/proc/self/exe", O_RDONLY);
  if (read(file, early, 4) != 4) abort();
  touch(argv[1], argv[2]);
  if (read(file, late, 4) != 4 || pread(file, whole, 8, 0) != 8) abort();
  if (memcmp(whole, early, 4) != 0 || memcmp(whole + 4, late, 4) != 0) abort();
  if (argv[2][0] == 'a') exit(1);
  if (argv[3][0] == 'b' && argv[3][1] == argv[2][1]) exit(2);
  const int c = getchar();
  if (c == 'x') exit(3);
  if (c == EOF) exit(4);
  if (getchar() == 'y') exit(5);
  return 0;
}
