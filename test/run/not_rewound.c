// Runs that do what cannot be undone begin again in a process of their own, which finds everything as it should be.
// BUILD: -Wno-unused-result -Wno-nonnull
// RUN: --stdin 2 --exhaustive -- pages
// RUN: --stdin 2 --exhaustive -- handler
// RUN: --stdin 2 --exhaustive -- action
// RUN: --stdin 2 --exhaustive -- output
// RUN: --stdin 2 --exhaustive -- late
// RUN: --stdin 2 --exhaustive -- calls
// RUN: --stdin 2 --exhaustive -- size
// RUN: --stdin 2 --exhaustive -- limits
// RUN: --stdin 2 --exhaustive -- deep
// EXPECT: every path explored
// EXPECT: 5 paths in 5 executions
// EXPECT: each in a process of its own
// NEVER: corpus (crashes|hangs)
// NEVER: NOT CONFIRMED
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
static char many[20 << 20];
static char alternate[64 << 10];
static sigjmp_buf back;
static int caught;
static void handler(int signal) {
  caught = signal;
  siglongjmp(back, 1);
}
static void on_pages(void) {
  for (size_t i = 0; i < sizeof many; i += 4096)
    if (many[i]++ != 0) abort();
}
static void on_handler(void) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  const stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  if (caught != 0 || sigaltstack(&stack, 0) != 0 || sigaction(SIGSEGV, &action, 0) != 0) abort();
  if (sigsetjmp(back, 1) == 0) {
    time_t now;
    syscall(SYS_time, &now); /* a call that is done in between */
    *(volatile char *)16 = 1;
  }
  if (caught != SIGSEGV) abort();
}
static void on_action(void) {
  if (syscall(SYS_rt_sigaction, SIGUSR2, (void *)16, 0, 8) != -1 || errno != EFAULT) abort();
}
static void on_calls(void) {
  for (int i = 0; i < 5000; i++)
    if (getppid() <= 0) abort();
}
static void on_size(void) {
  char bytes[100];
  if (read(open("/bin/sh", O_RDONLY), bytes, 1ul << 45) != -1 || errno != EFAULT) abort();
}
static void on_limits(void) { /* of the stack, which the library finds in /proc/self/maps */
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) abort();
  if (pthread_attr_getstack(&attributes, &start, &size) != 0 || size < 1000000) abort();
}
static int on_deep(int n) {
  volatile char room[4096];
  room[n % 4096] = 1;
  return n == 0 ? room[0] : on_deep(n - 1) + room[n % 4096];
}
static void on_output(void) {
  const int fd = open("left", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (fd < 0 || write(fd, "x", 1) != 1) abort();
}
int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  const int c = getchar();
  if (strcmp(how, "pages") == 0) on_pages();
  if (strcmp(how, "handler") == 0) on_handler();
  if (strcmp(how, "action") == 0) on_action();
  if (strcmp(how, "output") == 0) on_output();
  if (strcmp(how, "calls") == 0) on_calls();
  if (strcmp(how, "size") == 0) on_size();
  if (strcmp(how, "limits") == 0) on_limits();
  if (strcmp(how, "deep") == 0) on_deep(1990);
  int code = 0;
  if (c == 'a')
    code = 1;
  else if (c == EOF)
    code = 2;
  else {
    const int d = getchar();
    code = d == 'b' ? 3 : d == EOF ? 4 : 0;
  }
  if (strcmp(how, "late") == 0) { /* by then much was done in vain */
    const pid_t before = getpid();
    if (kill(before, 0) != 0 || getpid() != before) abort();
  }
  return code;
}
