// A run that fails is taken back like any other, and the failure is told as ever: in the program, in the library, by
// the time. One that reaches the stack's end begins again as a fork; the stack is small, so that little is lost.
// BUILD: -Wno-nonnull
// STACK: 1024
// RUN: --stdin 1 --exhaustive --timeout 300ms --steps 1000000000
// EXPECT: finding +null dereference
// EXPECT: finding +abort at
// EXPECT: finding +stack overflow
// EXPECT: finding +hang
// EXPECT: finding +division by zero
// EXPECT: corpus crashes/id:000003
// EXPECT: 8 paths in 8 executions
// EXPECT: each as in a process of its own \(7 taken back\)
// NEVER: NOT CONFIRMED
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
static volatile int never;
static int deep(int n) {
  volatile char room[4096];
  room[n % 4096] = (char)n;
  return never ? 0 : deep(n + 1) + room[n % 4096];
}
int main(void) {
  setlocale(LC_ALL, "C");
  switch (getchar()) {
    case 'a': abort();
    case 'b': return fputs((const char *)8, stdout);
    case 'c': return deep(0);
    case 'd':
      while (!never) continue;
      break;
    case 'e': return 1 / never;
    case 'f': return 5;
    case EOF: return 6;
  }
  return 0;
}
