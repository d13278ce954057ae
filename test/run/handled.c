// Handlers of signals that a program raises by abort(), by a failing assertion, by a division by zero.
// RUN: --stdin 2
// RUN: --stdin 2 --isolate
// HAND: aa => 3
// HAND: ba => abort 134
// HAND: ca => 4
// HAND: da => 0
// EXPECT: branches +11 of 14 covered, 3 infeasible
// EXPECT: finding +abort at
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static sigjmp_buf back;
static int c;

static void on_abort(int number) {
  if (number == SIGABRT && c == 'c') _exit(4);
  write(1, "abort\n", 6);
}

static void on_division(int number, siginfo_t *info, void *context) {
  (void)context;
  if (number == SIGFPE && info->si_code == FPE_INTDIV) siglongjmp(back, 1);
}

int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_division;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGFPE, &action, 0);
  signal(SIGABRT, on_abort);
  c = getchar();
  if (sigsetjmp(back, 1)) return 3;
  if (c == 'b') abort();
  assert(c != 'c');
  return 7 / (c - 'a') == 100;
}
