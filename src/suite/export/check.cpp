// The text of espalier_check.h and espalier_check.c, which run plain C tests.
//
// They are a file of their own, and the header includes nothing, because the test file includes the
// user's source: system headers there could meet the user's own names.
#include "suite/export/text.h"

namespace espalier::suite {

const char* const kCheckHeader =
    R"C(/* Runs plain C tests: each in a process of its own, so that a crash ends one test only and every
 * test finds the global variables as the program starts with them. */
#ifndef ESPALIER_CHECK_H
#define ESPALIER_CHECK_H

enum espalier_end {
  ESPALIER_RETURNS,
  ESPALIER_KILLED,         /* by signal `code` */
  ESPALIER_EXITS,          /* with status `code` */
  ESPALIER_HANGS,          /* still running after a second; a run that was only long may also return */
  ESPALIER_OUT_OF_MEMORY,  /* does not get along with 256 MB */
  ESPALIER_DIES,           /* in any way */
  ESPALIER_UNDEFINED       /* C does not say what it does: runs only when it is asked for by its full name */
};

struct espalier_test {
  const char *name; /* function.test */
  void (*run)(void);
  enum espalier_end end;
  int code;
};

/* Runs the tests whose function or full name is among the arguments, or all; 0 when all passed. */
int espalier_run(const struct espalier_test *tests, int count, int argc, char **argv);

void espalier_check_signed(const char *file, int line, const char *what, long long actual, long long expected);
void espalier_check_unsigned(const char *file, int line, const char *what, unsigned long long actual,
                             unsigned long long expected);
/* Bit for bit, but any NaN equals any other. */
void espalier_check_float(const char *file, int line, const char *what, double actual, double expected);

/* The same comparison, for other frameworks. */
int espalier_same_float(double actual, double expected);

/* A copy whose end is the end of the memory that may be touched. */
void *espalier_guard(const void *values, unsigned long size);

#define ESPALIER_EXPECT_SIGNED(value, expected) espalier_check_signed(__FILE__, __LINE__, #value, value, expected)
#define ESPALIER_EXPECT_UNSIGNED(value, expected) espalier_check_unsigned(__FILE__, __LINE__, #value, value, expected)
#define ESPALIER_EXPECT_FLOAT(value, expected) espalier_check_float(__FILE__, __LINE__, #value, value, expected)

#endif
)C";

const char* const kCheckSource = R"C(#define _GNU_SOURCE
#include "espalier_check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a child tells its parent; in shared memory, because it may not live to say it. */
struct report {
  int returned;
  int failures;
};
static struct report *report;
static const char *current;

void espalier_check_signed(const char *file, int line, const char *what, long long actual, long long expected) {
  if (actual == expected) return;
  report->failures++;
  printf("FAILED %s: %s:%d: %s is %lld, expected %lld\n", current, file, line, what, actual, expected);
}

void espalier_check_unsigned(const char *file, int line, const char *what, unsigned long long actual,
                             unsigned long long expected) {
  if (actual == expected) return;
  report->failures++;
  printf("FAILED %s: %s:%d: %s is %llu, expected %llu\n", current, file, line, what, actual, expected);
}

int espalier_same_float(double actual, double expected) {
  return memcmp(&actual, &expected, sizeof actual) == 0 || (actual != actual && expected != expected);
}

void espalier_check_float(const char *file, int line, const char *what, double actual, double expected) {
  if (espalier_same_float(actual, expected)) return;
  report->failures++;
  printf("FAILED %s: %s:%d: %s is %.17g (%a), expected %.17g (%a)\n", current, file, line, what, actual, actual,
         expected, expected);
}

#ifdef ESPALIER_SANITIZED /* AddressSanitizer guards both ends */
void *espalier_guard(const void *values, unsigned long size) { return memcpy(malloc(size), values, size); }
#else
void *espalier_guard(const void *values, unsigned long size) {
  const size_t whole = (size + 4095) / 4096 * 4096;
  char *pages = mmap(NULL, whole + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + whole, 4096, PROT_NONE);
  return memcpy(pages + whole - size, values, size);
}
#endif

/* Coverage builds: a process that dies by a signal still writes what it covered. */
#if defined ESPALIER_COVERAGE && defined __clang__
int __llvm_profile_write_file(void);
static void save_coverage(void) { __llvm_profile_write_file(); }
#elif defined ESPALIER_COVERAGE
void __gcov_dump(void);
static void save_coverage(void) { __gcov_dump(); }
#else
static void save_coverage(void) {}
#endif

/* ... or by _exit, whose calls the linker leads here. */
#ifdef ESPALIER_COVERAGE
void __real__exit(int code);
void __wrap__exit(int code) {
  save_coverage();
  __real__exit(code);
}
void __wrap__Exit(int code) { __wrap__exit(code); }
#define end_at_once __real__exit
#else
#define end_at_once _exit
#endif

static void save_coverage_and_die(int number) {
  signal(number, SIG_DFL);
  save_coverage();
  raise(number);
}

static void save_coverage_on_death(void) {
#ifdef ESPALIER_COVERAGE
  static const int numbers[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGTRAP, SIGABRT,   SIGALRM, SIGUSR1, SIGUSR2, SIGHUP,
                                SIGINT,  SIGQUIT, SIGTERM, SIGPIPE, SIGPROF, SIGVTALRM, SIGXCPU, SIGXFSZ, SIGSYS,  SIGPOLL};
  static char stack[1 << 18]; /* a stack overflow leaves no room on the usual one */
  const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = save_coverage_and_die, .sa_flags = SA_ONSTACK | SA_NODEFER};
  size_t i;
  at_quick_exit(save_coverage);
  sigaltstack(&alternate, NULL);
  for (i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, NULL);
#else
  (void)save_coverage_and_die;
#endif
}

/* A framework around us may have handlers of its own. */
#ifndef ESPALIER_SANITIZED /* the sanitizers speak in theirs */
static void forget_handlers(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
  size_t i;
  for (i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], SIG_DFL);
}
#else
static void forget_handlers(void) {}
#endif

static void limit(int resource, rlim_t value) {
  const struct rlimit both = {value, value};
  setrlimit(resource, &both);
}

static void run_child(const struct espalier_test *test) {
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  limit(RLIMIT_CORE, 0);
  forget_handlers();
  save_coverage_on_death();
  if (test->end == ESPALIER_OUT_OF_MEMORY) limit(RLIMIT_DATA, 256ul << 20);
  alarm(test->end == ESPALIER_HANGS ? 1 : 10);
  errno = 0;
  test->run();
  alarm(0);
  report->returned = 1;
  if (test->end == ESPALIER_OUT_OF_MEMORY && errno == ENOMEM) report->returned = 0;
  fflush(NULL);
  save_coverage();
  end_at_once(0);
}

static void describe(char *text, size_t size, int status) {
  if (report->returned) snprintf(text, size, "returned");
  else if (WIFSIGNALED(status)) snprintf(text, size, "was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else snprintf(text, size, "exited with status %d", WEXITSTATUS(status));
}

static int ended_as_expected(const struct espalier_test *test, int status) {
  switch (test->end) {
    case ESPALIER_RETURNS: return report->returned;
    case ESPALIER_KILLED: return WIFSIGNALED(status) && WTERMSIG(status) == test->code;
    case ESPALIER_EXITS: return !report->returned && WIFEXITED(status) && WEXITSTATUS(status) == test->code;
    case ESPALIER_HANGS: return report->returned || (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM);
    case ESPALIER_OUT_OF_MEMORY:
    case ESPALIER_DIES: return !report->returned;
    case ESPALIER_UNDEFINED: return 1;
  }
  return 0;
}

/* A process that stopped itself hangs, and no alarm wakes it. */
static pid_t wait_for(pid_t child, int *status) {
  pid_t ended = waitpid(child, status, WUNTRACED);
  if (ended == child && WIFSTOPPED(*status)) {
    kill(child, SIGALRM);
    kill(child, SIGCONT);
    ended = waitpid(child, status, 0);
  }
  return ended;
}

static int passes(const struct espalier_test *test) {
  static const char *const ends[] = {"to return", "a signal", "an exit", "a hang", "to run out of memory", "to die", "anything"};
  int status = 0;
  char how[128];
  current = test->name;
  memset(report, 0, sizeof *report);
  fflush(NULL);
#ifdef ESPALIER_SANITIZED
  fprintf(stderr, "ESPALIER TEST %s\n", current); /* what the sanitizers say next is about this one */
#endif
  const pid_t child = fork();
  if (child == 0) run_child(test);
  if (child < 0 || wait_for(child, &status) != child) {
    printf("FAILED %s: cannot start a process: %s\n", current, strerror(errno));
    return 0;
  }
  describe(how, sizeof how, status);
  if (!ended_as_expected(test, status)) {
    printf("FAILED %s: %s, expected %s (%d)\n", current, how, ends[test->end], test->code);
    return 0;
  }
  if (test->end == ESPALIER_UNDEFINED) printf("ENDED %s: %s\n", current, how);
  if (test->end == ESPALIER_HANGS && report->returned) printf("NOTE %s: a long run, not a hang: it returned\n", current);
  return report->failures == 0;
}

static int is_asked_for(const struct espalier_test *test, int argc, char **argv) {
  const char *name = test->name;
  int i;
  if (argc < 2) return test->end != ESPALIER_UNDEFINED;
  for (i = 1; i < argc; i++) {
    const size_t length = strlen(argv[i]);
    if (strcmp(name, argv[i]) == 0) return 1;
    if (strncmp(name, argv[i], length) == 0 && name[length] == '.' && test->end != ESPALIER_UNDEFINED) return 1;
  }
  return 0;
}

int espalier_run(const struct espalier_test *tests, int count, int argc, char **argv) {
  int i, ran = 0, failed = 0, skipped = 0;
  report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (report == MAP_FAILED) {
    perror("mmap");
    return 2;
  }
  for (i = 0; i < count; i++) {
    if (!is_asked_for(&tests[i], argc, argv)) {
      skipped += tests[i].end == ESPALIER_UNDEFINED;
      continue;
    }
    ran++;
    failed += !passes(&tests[i]);
  }
  printf("%d tests, %d failed\n", ran, failed);
  return failed != 0 || (ran == 0 && skipped == 0);
}
)C";

}  // namespace espalier::suite
