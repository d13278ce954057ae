// Time that runs out in the middle of a system call leaves nothing of that call behind.
// RUN: --stdin 1 --exhaustive --timeout 120ms --steps 1000000000
// EXPECT: 12 paths in 12 executions
// EXPECT: corpus hangs/id:000000
// EXPECT: each as in a process of its own \(12 taken back\)
// NEVER: corpus crashes
// NEVER: NOT CONFIRMED
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static volatile int never;
/* A call takes long where the way to the file does. */
#define TIMES_5(x) x x x x x
#define LONG "/proc" TIMES_5(TIMES_5(TIMES_5("/sys/../sys/../sys/../sys/.."))) "/.."
/* Or there would be too many calls for a run that is to be taken back, before the time has passed. */
#define pause_a_little() ({ for (volatile int i = 0; i < 100000; i++) continue; })
/* Each on one line, so that wherever the time runs out the place is the same. */
static void open_for_ever(void) { for (int fd = 0; !never; pause_a_little(), close(fd)) if ((fd = open(LONG "/bin/sh", O_RDONLY)) < 0) abort(); }
#define SIZE (8 << 20)
#define FRESH mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0)
static void map_for_ever(void) { for (void *p = 0; !never; munmap(p, SIZE)) if ((p = FRESH) == MAP_FAILED) abort(); }
int main(void) {
  setlocale(LC_ALL, "C");
  const int lowest = open("/dev/null", O_RDONLY);
  close(lowest);
  const int c = getchar();
  const int fd = open("/dev/null", O_RDONLY);
  if (fd != lowest) abort();
  close(fd);
  switch (c) {
    case 'a': open_for_ever(); break;
    case 'b': map_for_ever(); break;
    case 'c': open_for_ever(); break;
    case 'd': map_for_ever(); break;
    case 'e': open_for_ever(); break;
    case 'f': open_for_ever(); break;
    case 'g': return 1;
    case 'h': return 2;
    case 'i': return 3;
    case 'j': return 4;
    case EOF: return 5;
  }
  return 0;
}
