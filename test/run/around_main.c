// What runs before and after main is part of every run: constructors by their priorities, destructors the other way
// round, after the functions that were registered for the exit.
// HAND: 0a => early late main registered last first 0
// HAND: c => early 7
// RUN: --stdin 2 --exhaustive
// EXPECT: branches     10 of 10 covered
// EXPECT: finding      illegal instruction at .*around_main.c:31
// EXPECT: finding      abort at .*around_main.c:35
// EXPECT: every path explored
#include <stdio.h>
#include <stdlib.h>

static int first;

__attribute__((constructor)) static void late(void) {
  puts("late");
}

__attribute__((constructor(200))) static void early(void) {
  puts("early");
  first = getchar();
  if (first == 'c') {
    fflush(stdout);
    _Exit(7);
  }
}

static void registered(void) { puts("registered"); }

__attribute__((destructor(200))) static void d_first(void) {
  if (first == 'd') __builtin_trap();
  puts("first");
}
__attribute__((destructor)) static void d_last(void) {
  if (first == 'e') abort();
  puts("last");
}

int main(void) {
  puts("main");
  atexit(registered);
  if (first == 'm') first = 'd';
  if (getchar() == 'x') first = 'e';
  return 0;
}
