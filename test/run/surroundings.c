// Runs that share a process find their arguments, the environment, the streams and the way of rounding as the first
// did, whatever became of them.
// RUN: --stdin 1 --exhaustive -- argument a,b
// RUN: --stdin 1 --exhaustive -- variable a,b
// RUN: --stdin 1 --exhaustive -- environment a,b
// RUN: --stdin 1 --exhaustive -- name a,b
// RUN: --stdin 1 --exhaustive -- input a,b
// RUN: --stdin 1 --exhaustive -- output a,b
// RUN: --stdin 1 --exhaustive -- rounding a,b
// RUN: --stdin 1 --exhaustive -- divisions a,b
// RUN: --stdin 1 --exhaustive -- long a,b
// EXPECT: every path explored
// EXPECT: 3 paths in 3 executions
// EXPECT: all in one process
// NEVER: corpus (crashes|hangs)
// NEVER: NOT CONFIRMED
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xmmintrin.h>
static int look(const char *what, char *text) {
  const int c = getchar();
  if (strcmp(what, "argument") == 0) {
    strtok(text, ",");
    if (!strtok(0, ",")) abort();
    text[0] = (char)c;
  } else if (strcmp(what, "variable") == 0) {
    char *path = getenv("PATH");
    if (path[0] == 0) abort();
    path[0] = 0;
  } else if (strcmp(what, "environment") == 0) {
    if (!environ || !environ[0]) abort();
    environ[0] = 0;
    environ = 0;
  } else if (strcmp(what, "name") == 0) {
    if (!program_invocation_name || !program_invocation_short_name) abort();
    program_invocation_name = program_invocation_short_name = 0;
  } else if (strcmp(what, "input") == 0) {
    if (!stdin) abort();
    stdin = 0;
  } else if (strcmp(what, "output") == 0) {
    if (!stdout || !stderr) abort();
    stdout = stderr = 0;
  }
  return c;
}
static volatile double one = 1, three = 3;
static volatile double zero, ignored;
static int calculate(const char *what) {
  unsigned short control;
  __asm__("fnstcw %0" : "=m"(control));
  if (_mm_getcsr() != 0x1f80 || control != 0x37f) abort();
  const int c = getchar();
  if (strcmp(what, "rounding") == 0) {
    if (one / three > 0.33333333333333333) abort();
    _mm_setcsr(0x1f80 | _MM_ROUND_UP);
    if (one / three <= 0.33333333333333333) abort();
  } else if (strcmp(what, "divisions") == 0) {
    ignored = one / zero;
    _mm_setcsr(0x1f80 & ~_MM_MASK_DIV_ZERO & ~_MM_MASK_INEXACT);
  } else if (strcmp(what, "long") == 0) {
    control = 0x7f & ~0x24; /* divisions and rounding trap */
    __asm__ volatile("fldcw %0; fld1; fld1; fld1" : : "m"(control));
  }
  return c;
}
int main(int argc, char **argv) {
  if (argc != 3 || strcmp(argv[2], "a,b") != 0) abort();
  const char what = argv[1][0];
  const int c = what == 'r' || what == 'd' || what == 'l' ? calculate(argv[1]) : look(argv[1], argv[2]);
  if (c == 'A') return 1;
  return 0;
}
