// A program's own allocator, and a function of its own with a name that a model of ours could have: neither runs before
// main, nor is what we remember of the surroundings part of its memory.
// RUN: --stdin 2 --exhaustive
// EXPECT: all in one process
// EXPECT: every path explored
// EXPECT: branches +5 of 10 covered, 5 infeasible
// NEVER: finding
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
static char arena[1 << 20];
static size_t used;
void *malloc(size_t size) {
  void *p = arena + used;
  used += (size + 15) & ~(size_t)15;
  return p;
}
void free(void *p) { (void)p; }
void *calloc(size_t count, size_t size) { return memset(malloc(count * size), 0, count * size); }
void *realloc(void *p, size_t size) {
  void *q = malloc(size);
  return p ? memcpy(q, p, size) : q;
}
static int asked;
void ask_environment(void) { asked = 1; }
int main(int argc, char **argv, char **all) {
  char *text = malloc(4096);
  memset(text, '?', 4096);
  if (asked || all != environ) abort();
  if (argc > 1) return argv[1] != 0;
  const int c = getchar();
  if (c == 'a') return getchar() == 'b';
  return c == EOF;
}
