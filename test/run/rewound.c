// Runs that are taken back find everything as the first did: memory, the library's own state, files, handlers of
// signals, the end of the data segment, mappings, the stack, the way of rounding.
// BUILD: -lm -Wno-unused-result
// RUN: --stdin 2 --exhaustive -- memory
// RUN: --stdin 2 --exhaustive -- library
// RUN: --stdin 2 --exhaustive -- files
// RUN: --stdin 2 --exhaustive -- handlers
// RUN: --stdin 2 --exhaustive -- break
// RUN: --stdin 2 --exhaustive -- mappings
// RUN: --stdin 2 --exhaustive -- stack
// RUN: --stdin 2 --exhaustive -- rounding
// RUN: --stdin 2 --exhaustive -- output
// RUN: --stdin 2 --exhaustive -- addresses
// RUN: --stdin 2 --exhaustive -- pointers
// EXPECT: every path explored
// EXPECT: 5 paths in 5 executions
// EXPECT: each as in a process of its own \(5 taken back\)
// NEVER: corpus (crashes|hangs)
// NEVER: NOT CONFIRMED
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
static int runs;
static char many[1 << 20];
static char text[] = "a b";
static __thread int own;
static char alternate[64 << 10];
static int at_random;
static void handler(int signal) { (void)signal; }
static void in_memory(void) {
  char *leaked = malloc(10000);
  for (size_t i = 0; i < sizeof many; i += 4096)
    if (many[i]++ != 0) abort();
  if (runs++ != 0 || own++ != 0 || leaked[9999] != 0) abort();
  memset(leaked, 1, 10000);
}
static void in_library(void) {
  if (at_random == 0) at_random = rand(); /* the first of each run is the same */
  if (at_random != 1804289383 || getenv("LEFT") || errno != 0) abort();
  if (strcmp(strtok(text, " "), "a") != 0 || setenv("LEFT", "1", 1) != 0) abort();
  setvbuf(stdout, 0, _IOFBF, 100000);
  printf("%s\n", getenv("LEFT"));
  errno = ENOENT;
}
static void in_files(int lowest) {
  char bytes[100000];
  struct stat st;
  const int fd = open("/bin/sh", O_RDONLY), gone = open("/dev/null", O_RDONLY);
  if (fd != lowest || gone < 0 || read(fd, bytes, sizeof bytes) != sizeof bytes || memcmp(bytes, "\177ELF", 4) != 0) abort();
  if (pread(fd, bytes + 7, 9000, 0) != 9000 || memcmp(bytes + 7, "\177ELF", 4) != 0) abort();
  if (lseek(fd, 0, SEEK_CUR) != sizeof bytes || close(gone) != 0) abort();
  if (fstat(1, &st) != 0 || !S_ISCHR(st.st_mode) || write(1, bytes, 5) != 5 || fclose(stderr) != 0) abort();
  if (close(1) != 0 || write(1, bytes, 5) != -1 || errno != EBADF) abort();
  if (open("/bin/sh", O_RDONLY) != 1 || write(1, bytes, 5) != -1) abort();
}
static void in_handlers(void) {
  struct sigaction action = {.sa_handler = handler}, old;
  const stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  const stack_t none = {.ss_sp = alternate, .ss_size = sizeof alternate, .ss_flags = SS_DISABLE};
  stack_t before;
  sigset_t set, others;
  sigfillset(&action.sa_mask);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  if (sigaction(SIGUSR2, &action, &old) != 0 || old.sa_handler == handler) abort();
  if (sigaction(SIGUSR2, 0, &old) != 0 || old.sa_handler != handler || sigismember(&old.sa_mask, SIGKILL)) abort();
  if (sigaltstack(&stack, &before) != 0 || before.ss_sp == alternate) abort();
  if (sigaltstack(&none, &before) != 0 || before.ss_sp != alternate) abort();
  if (sigaltstack(0, &before) != 0 || before.ss_sp != 0) abort();
  if (sigprocmask(SIG_BLOCK, &set, &others) != 0 || sigismember(&others, SIGUSR2)) abort();
  if (sigprocmask(SIG_BLOCK, 0, &others) != 0 || !sigismember(&others, SIGUSR2)) abort();
}
static void in_break(long before) {
  if (syscall(SYS_brk, 0) != before) abort();
  for (int i = 0; i < 8; i++) {
    char *out = 0; /* the library's own heap */
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);
    for (int k = 0; k < 50000; k++) fputc('x', f);
    fflush(f);
  }
  if (syscall(SYS_brk, 0) == before) abort();
}
static void in_mappings(void) {
  char *fresh = mmap(0, 100000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *gone = mmap(0, 100000, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED || fresh[50000]++ != 0 || munmap(gone, 100000) != 0) abort();
  const size_t a_third = 30ull << 40; /* of the address space */
  if (mmap(0, a_third, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED) abort();
  if (mprotect(fresh + 4096 - (long)fresh % 4096, 4096, PROT_NONE) != 0) abort();
}
static int deep(int n) {
  volatile char room[4096];
  room[n % 4096] = (char)n;
  return n == 0 ? room[0] : deep(n - 1) + room[n % 4096];
}
static void in_rounding(void) {
  if (fegetround() != FE_TONEAREST || fetestexcept(FE_ALL_EXCEPT) != 0 || fesetround(FE_UPWARD) != 0) abort();
  volatile long double inexact = 3;
  inexact = 1 / inexact;
  for (int i = 0; i < 3; i++) __asm__ volatile("fld1");
}
static void in_output(void) {
  if (write(1, "x", 1ul << 32) != 0x7ffff000 || write(2, (void *)-4096, 5) != -1 || errno != EFAULT) abort();
  if (write(1, "x", (size_t)-1) != -1 || errno == EPERM) abort();
}
static void in_pointers(void) {
  const struct iovec parts = {"x", 1};
  if (read(open("/bin/sh", O_RDONLY), (void *)16, 4) != -1 || errno != EFAULT) abort();
  if (writev(2, &parts, 1) != 1 || syscall(SYS_writev, 2, (void *)16, 1) != -1 || errno != EFAULT) abort();
}
/* As without us: compared by same_from_main.sh. */
static int at_addresses(void) {
  const long where = (long)mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) >> 12;
  return (int)(where & 31);
}
int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  const int lowest = open("/dev/null", O_RDONLY);
  close(lowest);
  const long before = syscall(SYS_brk, 0);
  const int c = getchar();
  errno = 0;
  if (strcmp(how, "memory") == 0) in_memory();
  if (strcmp(how, "library") == 0) in_library();
  if (strcmp(how, "files") == 0) in_files(lowest);
  if (strcmp(how, "handlers") == 0) in_handlers();
  if (strcmp(how, "break") == 0) in_break(before);
  if (strcmp(how, "mappings") == 0) in_mappings();
  if (strcmp(how, "stack") == 0 && deep(300) == 0) return 9;
  if (strcmp(how, "rounding") == 0) in_rounding();
  if (strcmp(how, "output") == 0) in_output();
  if (strcmp(how, "pointers") == 0) in_pointers();
  if (strcmp(how, "addresses") == 0) switch (at_addresses()) {
      case 0: at_random = 1; break;
      case 1: at_random = 2; break;
      case 2: at_random = 3; break;
      case 3: at_random = 4; break;
      case 4: at_random = 5; break;
      case 5: at_random = 6; break;
      case 6: at_random = 7; break;
      case 7: at_random = 8; break;
    }
  if (c == 'a') return 1;
  if (c == EOF) return 2;
  const int d = getchar();
  if (d == 'b') return 3;
  if (d == EOF) return 4;
  return 0;
}
