/* Runs that are taken back instead of having a process each.
 *
 * A run of a program that cannot be reset is a fork.  Most such runs change nothing but memory, and putting back the
 * pages they wrote to costs a tenth of a fork.  So the process that waits where runs begin (early.c) runs the program
 * itself and is rewound:
 *
 *   mark ── run ──> its end ── pages put back (pages.c), calls undone (calls.c) ──> mark
 *
 * When the run does what cannot be undone, or writes to too many pages, it is taken back all the same and begins again
 * in a process of its own.  So nothing is ever left behind, whatever a program does; if most runs end so, they are
 * forked at once. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "calls.h"
#include "pages.h"
#include "state.h"

#ifndef SYS_USER_DISPATCH
#define SYS_USER_DISPATCH 2 /* of si_code; the library does not know it yet */
#endif
#define PAGE 4096
#define LESSON 4096 /* runs, until all pages are protected anew */

/* What is not taken back. */
typedef struct {
  char guard_before[PAGE];
  void *mark[5];
  uint32_t vector_state;
  uint16_t float_state;
  uint8_t selector; /* are system calls stopped? */
  uint64_t signals; /* blocked at the mark */
  uint32_t runs, in_vain;
  int begins_again; /* the run that was taken back is to have a process of its own */
  char stack[16 << 10] __attribute__((aligned(16))); /* while the program's own is put back */
  char guard_behind[PAGE] __attribute__((aligned(4096)));
} aside;

static aside *rewinding;  /* 0: there is no mark */
static int is_impossible; /* or not worth it */

int esp_in_place;

static void set_signals(const uint64_t *mask, uint64_t *old) {
  ESP_SYSTEM(SYS_rt_sigprocmask, SIG_SETMASK, mask, old, sizeof *mask);
}

/* ---- the mark ----------------------------------------------------------------------------- */

static void give_up(void) {
  esp_calls_end();
  esp_pages_end();
  munmap(rewinding, sizeof *rewinding);
  rewinding = 0;
  is_impossible = 1;
}

void esp_leave_mark(void) {
  if (rewinding) give_up();
}

/* Before the mark; leaves nothing behind if it fails. */
static int can_rewind(void) {
  aside *a = mmap(0, sizeof *a, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (a == MAP_FAILED) return 0;
  mprotect(&a->mark, sizeof *a - 2 * PAGE, PROT_READ | PROT_WRITE);
  const uint64_t stack = getauxval(AT_EXECFN); /* the name of the program lies at the upper end of its stack */
  (void)*(volatile char *)(stack - (512 << 10)); /* which is made that large before it is protected */
  set_signals(0, &a->signals);
  if (esp_pages_start(stack, &a->mark)) {
    if (esp_calls_start(&a->selector)) {
      rewinding = a;
      return 1;
    }
    esp_pages_end();
  }
  munmap(a, sizeof *a);
  return 0;
}

/* Frames of signal handlers, the thread's own block, the stack that we are on. */
static __attribute__((noinline)) int protect(void) {
  const uint64_t here = (uint64_t)__builtin_frame_address(0), thread = (uint64_t)__builtin_thread_pointer();
  esp_pages_keep((uint64_t)esp_signal_stack, (uint64_t)esp_signal_stack + ESP_SIGNAL_STACK);
  esp_pages_keep(thread - 2 * PAGE, thread + PAGE);
  esp_pages_keep(here - 4 * PAGE, here + 2 * PAGE);
  return esp_pages_protect();
}

static enum esp_turn run_here(void) {
  rewinding->runs++;
  esp_in_place = 1;
  esp_mem.control->in_place = 1;
  return ESP_TURN_IN_PLACE;
}

/* Returns twice: at first, and whenever a run was taken back. */
static __attribute__((noinline)) enum esp_turn mark(void) {
  if (__builtin_setjmp(rewinding->mark) != 0) {
    const aside *a = rewinding;
    __asm__ volatile("ldmxcsr %0; fldcw %1" : : "m"(a->vector_state), "m"(a->float_state));
    set_signals(&a->signals, 0);
    return ESP_TURN_OVER;
  }
  __asm__ volatile("stmxcsr %0; fnstcw %1" : "=m"(rewinding->vector_state), "=m"(rewinding->float_state));
  if (protect()) return run_here();
  give_up();
  return ESP_TURN_FORK;
}

/* On a stack of its own. */
static __attribute__((noreturn, noinline, used)) void put_back(aside *a) {
  esp_pages_put_back();
  __builtin_longjmp(a->mark, 1);
}

static __attribute__((noreturn)) void rewind_run(void) {
  static const uint64_t all_but_faults = ~(1ull << (SIGSEGV - 1)); /* first writes are still to be seen */
  aside *a = rewinding;
  a->selector = SYSCALL_DISPATCH_FILTER_ALLOW;
  set_signals(&all_but_faults, 0); /* a handler would write to what was put back already */
  esp_calls_take_back();
  __asm__ volatile("mov %0, %%rsp\n\txor %%ebp, %%ebp\n\tcall %P2"
                   : : "r"(a->stack + sizeof a->stack), "D"(a), "i"(put_back) : "memory");
  __builtin_unreachable();
}

/* ---- runs --------------------------------------------------------------------------------- */

enum esp_turn esp_next_turn(void) {
  if (is_impossible || esp_mem.control->isolate) return ESP_TURN_FORK;
  if (!rewinding) {
    esp_show_all();
    if (can_rewind()) return mark();
    is_impossible = 1;
    return ESP_TURN_FORK;
  }
  const aside *a = rewinding;
  const int is_worth_it = a->in_vain <= 16 || 2 * a->in_vain <= a->runs;
  const int is_time = a->runs % LESSON == 0 || esp_pages_are_many();
  if (is_worth_it && (!is_time || esp_pages_learn_again())) return run_here();
  give_up();
  return ESP_TURN_FORK;
}

void esp_watch_calls(void) { rewinding->selector = SYSCALL_DISPATCH_FILTER_BLOCK; }

int esp_begins_again(void) {
  esp_control *c = esp_mem.control;
  c->in_place = 0;
  if (!rewinding->begins_again) {
    c->taken_back++;
    return 0;
  }
  rewinding->begins_again = 0;
  esp_forget_run();
  return 1;
}

void esp_end_process(void) {
  if (!esp_in_place) _exit(0);
  rewind_run();
}

static __attribute__((noreturn)) void begin_again(void) {
  rewinding->in_vain++;
  rewinding->begins_again = 1;
  rewind_run();
}

int esp_goes_on(int signal, const siginfo_t *info, ucontext_t *context) {
  if (!rewinding) return 0;
  if (signal == SIGSEGV && esp_is_first_write(info, context)) {
    if (esp_allow_write((uint64_t)info->si_addr)) return 1;
    if (esp_in_place) begin_again();
    give_up();
    return 1;
  }
  if (!esp_in_place) return 0;
  if (signal == SIGSYS && info->si_code == SYS_USER_DISPATCH) {
    if (!esp_do_call(context)) begin_again();
    return 1;
  }
  const int is_fault = info->si_code > 0;
  if (is_fault && esp_is_for_system(signal)) begin_again();
  return 0;
}
