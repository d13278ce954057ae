// A state machine on standard input: every state is reached, with and without a process for each run.
// HAND: go\n => done 0
// HAND: g => 1
// RUN: --stdin 4
// RUN: --stdin 4 --isolate
// EXPECT: branches +14 of 14 covered
#include <stdio.h>
int main(void) {
  int state = 0;
  for (int c; (c = getchar()) != EOF;) {
    if (state == 0 && c == 'g') state = 1;
    else if (state == 1 && c == 'o') state = 2;
    else if (state == 2 && c == '\n') return puts("done"), 0;
  }
  return 1;
}
