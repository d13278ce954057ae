/* Runs that are taken back instead of having a process each.
 *
 * A run of a program that cannot be reset is a fork.  Most such runs change nothing but memory, and putting back the
 * pages they wrote to costs a tenth of a fork.  So the process that waits where runs begin (early.c) forks once, and
 * that process, the runner, runs the program again and again and is rewound after each run:
 *
 *   mark ── run ──> its end ── calls undone (journal.c), pages put back (pages.c) ──> mark
 *
 * When a run does what cannot be undone, writes to too many pages or makes too many calls, the runner is rewound all the
 * same, and the run begins again as a fork of the process that waits, where nothing of ours is in its way.  So it does
 * when the runner dies.  The runner gives up when it costs more time than it saves. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"
#include "journal.h"
#include "pages.h"
#include "state.h"

#ifndef SYS_USER_DISPATCH
#define SYS_USER_DISPATCH 2 /* of si_code; the library does not know it yet */
#endif
#define LESSON 4096      /* runs, until all pages are protected anew */
#define DEATHS 3         /* of runners, until there is no further one */
#define GIVES_UP 118     /* exit code of a runner: the request that is open was not begun */
#define FORK_NS 300000   /* that a run saves which is taken back, ... */
#define CALL_NS 2000     /* ... but for each of its system calls */
#define MOST_CALLS 2000  /* of a run */
#define LOSS_NS 50000000 /* that a runner may cost in all */

/* What is not taken back. */
typedef struct {
  void *mark[5];
  struct { uint32_t words[7]; } float_state;
  uint32_t vector_state;
  uint8_t selector; /* are system calls stopped? */
  uint64_t signals; /* blocked at the mark */
  uint32_t runs, calls; /* calls of this run */
  int64_t began, saved; /* nanoseconds; saved by all runs */
  int begins_again; /* the run that was taken back is to be a fork */
  char stack[16 << 10] __attribute__((aligned(16))); /* while the program's own is put back */
} aside;

static aside *rewinding;  /* in the runner */
static int is_impossible; /* or not worth it */
static int deaths;
static pid_t runner;
static int to_waiting = -1, from_runner = -1; /* a pipe: its word that a run begins again, or its end */

int esp_in_place;

static void set_signals(const uint64_t *mask, uint64_t *old) {
  ESP_SYSTEM(SYS_rt_sigprocmask, SIG_SETMASK, mask, old, sizeof *mask);
}

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* ---- the mark ----------------------------------------------------------------------------- */

/* The stack is made as large as it may get, so that it does not grow unseen. */
static uint64_t grow_stack(void) {
  const uint64_t top = getauxval(AT_EXECFN); /* the name of the program lies at the upper end */
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0) limit.rlim_cur = 0;
  const uint64_t most = 8 << 20, margin = 64 << 10;
  const uint64_t size = limit.rlim_cur < most ? limit.rlim_cur : most;
  if (size > 2 * margin) (void)*(volatile char *)(top - size + margin);
  return top;
}

static int can_rewind(void) {
  aside *a = rewinding = esp_aside(sizeof *a);
  if (!a) return 0;
  set_signals(0, &a->signals);
  return esp_pages_start(grow_stack()) && esp_journal_start(&a->selector);
}

/* Frames of signal handlers, the thread's own block, the stack that we are on: the system writes there by itself. */
static __attribute__((noinline)) int protect(void) {
  const uint64_t here = (uint64_t)__builtin_frame_address(0), thread = (uint64_t)__builtin_thread_pointer();
  esp_pages_keep((uint64_t)esp_signal_stack, (uint64_t)esp_signal_stack + ESP_SIGNAL_STACK);
  const uint64_t scheduling = thread + (uint64_t)__rseq_offset;
  esp_pages_keep(thread - 2 * ESP_PAGE, thread + ESP_PAGE);
  esp_pages_keep(scheduling, scheduling + ESP_PAGE);
  esp_pages_keep(here - 4 * ESP_PAGE, here + 2 * ESP_PAGE);
  return esp_pages_protect();
}

/* Returns twice: 0 at first, and 1 whenever a run was taken back. */
static __attribute__((noinline)) int mark(void) {
  if (__builtin_setjmp(rewinding->mark) != 0) {
    const aside *a = rewinding;
    __asm__ volatile("ldmxcsr %0; fninit; fldenv %1" : : "m"(a->vector_state), "m"(a->float_state));
    set_signals(&a->signals, 0);
    return 1;
  }
  aside *a = rewinding;
  __asm__ volatile("stmxcsr %0; fnstenv %1; fldenv %1" : "=m"(a->vector_state), "=m"(a->float_state));
  if (!protect()) _exit(GIVES_UP);
  return 0;
}

/* On a stack of its own. */
static __attribute__((noreturn, noinline, used)) void put_back(aside *a) {
  esp_pages_put_back();
  __builtin_longjmp(a->mark, 1);
}

static __attribute__((noreturn)) void rewind_run(void) {
  static const uint64_t all_but_faults = ~ESP_SIGNAL_BIT(SIGSEGV); /* first writes are still to be seen */
  aside *a = rewinding;
  a->selector = SYSCALL_DISPATCH_FILTER_ALLOW;
  set_signals(&all_but_faults, 0); /* a handler would write to what was put back already */
  esp_journal_take_back();
  __asm__ volatile("mov %0, %%rsp\n\txor %%ebp, %%ebp\n\tcld\n\tcall %P2"
                   : : "r"(a->stack + sizeof a->stack), "D"(a), "i"(put_back) : "memory");
  __builtin_unreachable();
}

/* ---- the runner --------------------------------------------------------------------------- */

/* The run that was taken back is a fork's now. */
static void leave_to_fork(void) {
  esp_control *c = esp_mem.control;
  const char word = 1;
  const uint32_t request = c->request;
  if (write(to_waiting, &word, 1) != 1) _exit(GIVES_UP);
  for (uint32_t reply; (reply = __atomic_load_n(&c->reply, __ATOMIC_ACQUIRE)) != request;)
    syscall(SYS_futex, &c->reply, FUTEX_WAIT, reply, 0, 0, 0);
}

static void end_turn(void) {
  aside *a = rewinding;
  if (a->begins_again) {
    a->saved -= now() - a->began;
    a->begins_again = 0;
    leave_to_fork();
  } else {
    a->saved += FORK_NS - (int64_t)a->calls * CALL_NS;
    esp_mem.control->taken_back++;
    esp_reply();
  }
  if (a->saved > LOSS_NS) a->saved = LOSS_NS;
}

static void begin_turn(void) {
  aside *a = rewinding;
  a->runs++;
  a->calls = 0;
  a->began = now();
  esp_in_place = 1;
  esp_journal_reset();
  esp_mem.control->pid = esp_mem.control->runner_pid;
  esp_expect_run();
}

/* Returns whenever there is a run to be made. */
static void be_runner(void) {
  if (!can_rewind()) _exit(GIVES_UP);
  if (mark() != 0) {
    end_turn();
    esp_await_request();
    if (!esp_fits()) _exit(ESP_OTHER_TERMS);
    if (rewinding->saved < -LOSS_NS) _exit(GIVES_UP);
    if ((rewinding->runs % LESSON == 0 || esp_pages_are_many()) && !esp_pages_learn_again()) _exit(GIVES_UP);
  }
  begin_turn();
}

void esp_watch_calls(void) { rewinding->selector = SYSCALL_DISPATCH_FILTER_BLOCK; }

void esp_end_process(void) {
  if (!esp_in_place) _exit(0);
  rewind_run();
}

static __attribute__((noreturn)) void begin_again(void) {
  rewinding->begins_again = 1;
  rewind_run();
}

int esp_goes_on(int signal, const siginfo_t *info, ucontext_t *context) {
  if (!rewinding) return 0;
  if (signal == SIGSEGV && esp_is_first_write(info, context)) {
    if (esp_allow_write((uint64_t)info->si_addr)) return 1;
    if (esp_in_place) begin_again();
    _exit(GIVES_UP);
  }
  if (!esp_in_place) return 0;
  if (signal == SIGSYS && info->si_code == SYS_USER_DISPATCH) {
    const int is_known = info->si_arch == AUDIT_ARCH_X86_64 && ++rewinding->calls <= MOST_CALLS;
    if (!is_known || !esp_do_call(context)) begin_again();
    return 1;
  }
  const int is_fault = info->si_code > 0;
  if (is_fault && esp_is_for_system(signal)) begin_again();
  return 0;
}

/* ---- the process that waits --------------------------------------------------------------- */

/* Where the program does not meet it. */
static int move_up(int fd) {
  const int moved = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, ESP_DESCRIPTORS);
  if (fd >= 0) close(fd);
  return moved;
}

/* True in the runner. */
static int start_runner(void) {
  int ends[2] = {-1, -1};
  if (pipe(ends) != 0) ends[0] = ends[1] = -1;
  from_runner = move_up(ends[0]);
  to_waiting = move_up(ends[1]);
  const pid_t parent = getpid();
  runner = from_runner < 0 || to_waiting < 0 ? -1 : _Fork();
  if (runner == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    esp_mem.control->runner_pid = (uint32_t)getpid();
    close(from_runner);
    esp_show_all();
    return 1;
  }
  close(to_waiting);
  if (runner > 0) return 0;
  close(from_runner);
  from_runner = -1;
  is_impossible = 1;
  return 0;
}

/* Waits until the runner leaves a run to us, or is no more. */
static void await_runner(void) {
  esp_control *c = esp_mem.control;
  char word;
  ssize_t got;
  while ((got = read(from_runner, &word, 1)) < 0 && errno == EINTR) {
  }
  if (got == 1) return;
  close(from_runner);
  from_runner = -1;
  int status = 0;
  while (waitpid(runner, &status, 0) < 0 && errno == EINTR) {
  }
  c->pid = (uint32_t)getpid();
  __atomic_store_n(&c->runner_pid, 0, __ATOMIC_RELEASE);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  if (code == ESP_OTHER_TERMS) _exit(ESP_OTHER_TERMS);
  if (code == GIVES_UP || ++deaths == DEATHS) is_impossible = 1;
  if (c->reply == c->request) esp_await_request(); /* it died while it waited */
}

int esp_has_runner(void) { return from_runner >= 0; }

int esp_runs_here(void) {
  if (is_impossible || esp_mem.control->isolate) return 0;
  if (!esp_has_runner() && esp_fits() && start_runner()) {
    be_runner();
    return 1;
  }
  if (!esp_has_runner()) return 0;
  await_runner();
  esp_forget_run();
  return 0;
}

void esp_leave_runner(void) {
  if (from_runner >= 0) close(from_runner);
}
