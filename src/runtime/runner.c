/* Runs that are taken back instead of having a process each.
 *
 * A run of a program that cannot be reset is a fork.  Most such runs change nothing but memory, and putting back the
 * pages they wrote to costs a tenth of a fork.  So the process that waits where runs begin (early.c) forks once, and
 * that process, the runner, makes one run after the other and is rewound after each (rewind.c).
 *
 * A run that was rewound in vain begins again as a fork of the process that waits, where nothing of ours is in its way.
 * So does one during which the runner dies.  The runner gives up when it costs more time than it saves. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pages.h"
#include "rewind.h"
#include "state.h"

#define LESSON 4096      /* runs, until all pages are protected anew */
#define DEATHS 3         /* of runners, until there is no further one */
#define FORK_NS 300000   /* that a run saves which is taken back, ... */
#define CALL_NS 2000     /* ... but for each of its system calls */
#define LOSS_NS 50000000 /* that a runner may cost in all */

static int is_impossible; /* or not worth it */
static int deaths;
static pid_t runner;
static int to_waiting = -1, from_runner = -1; /* a pipe: the runner's word that a run begins again, or its end */

/* ---- the runner --------------------------------------------------------------------------- */

/* What it must remember beyond a run. */
typedef struct {
  uint32_t runs;
  int64_t began, saved; /* nanoseconds; saved by all runs */
} account;

static account *kept;

/* Of processor time: a run that waited for a busy machine did not cost more. */
static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* The run that was taken back is a fork's now. */
static void leave_to_fork(void) {
  esp_control *c = esp_mem.control;
  const char word = 1;
  const uint32_t request = c->request;
  if (write(to_waiting, &word, 1) != 1) _exit(ESP_GIVES_UP);
  for (uint32_t reply; (reply = __atomic_load_n(&c->reply, __ATOMIC_ACQUIRE)) != request;)
    syscall(SYS_futex, &c->reply, FUTEX_WAIT, reply, 0, 0, 0);
}

static void end_turn(void) {
  if (esp_was_in_vain()) {
    kept->saved -= now() - kept->began;
    leave_to_fork();
  } else {
    kept->saved += FORK_NS - (int64_t)esp_calls_of_run() * CALL_NS;
    esp_mem.control->taken_back++;
    esp_reply();
  }
  if (kept->saved > LOSS_NS) kept->saved = LOSS_NS;
}

/* Where a process may use so much of the processor and no more, it is what all runs use together. */
static int has_time_enough(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

/* Returns whenever there is a run to be made. */
static void be_runner(void) {
  kept = esp_aside(sizeof *kept);
  if (!kept || !has_time_enough() || !esp_rewind_start()) _exit(ESP_GIVES_UP);
  if (esp_mark() != 0) {
    end_turn();
    esp_await_request();
    if (!esp_fits()) _exit(ESP_OTHER_TERMS);
    if (kept->saved < -LOSS_NS) _exit(ESP_GIVES_UP);
    if ((kept->runs % LESSON == 0 || esp_pages_are_many()) && !esp_pages_learn_again()) _exit(ESP_GIVES_UP);
  }
  kept->runs++;
  kept->began = now();
  esp_mem.control->pid = esp_mem.control->runner_pid;
  esp_begin_in_place();
  esp_expect_run();
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
  if (code == ESP_GIVES_UP || ++deaths == DEATHS) is_impossible = 1;
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
