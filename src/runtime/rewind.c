/* Rewinds a process to where a run began.
 *
 *   mark ── run ──> its end ── calls undone (journal.c), pages put back (pages.c) ──> mark
 *
 * A run that does what cannot be undone, writes to too many pages or makes too many calls is rewound on the spot, in
 * vain; what becomes of it is runner.c's business. */
#define _GNU_SOURCE
#include <linux/audit.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "calls.h"
#include "journal.h"
#include "pages.h"
#include "rewind.h"
#include "state.h"

#ifndef SYS_USER_DISPATCH
#define SYS_USER_DISPATCH 2 /* of si_code; the library does not know it yet */
#endif
#define MOST_CALLS 2000 /* of a run */

/* What is not taken back. */
typedef struct {
  void *mark[5];
  struct { uint32_t words[7]; } float_state;
  uint32_t vector_state;
  uint8_t selector; /* are system calls stopped? */
  uint64_t signals; /* blocked at the mark */
  uint32_t calls;   /* of this run */
  int in_vain;
  char stack[16 << 10] __attribute__((aligned(16))); /* while the program's own is put back */
} aside;

static aside *rewinding;

int esp_in_place;

static void set_signals(const uint64_t *mask, uint64_t *old) {
  ESP_SYSTEM(SYS_rt_sigprocmask, SIG_SETMASK, mask, old, sizeof *mask);
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

int esp_rewind_start(void) {
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

__attribute__((noinline)) int esp_mark(void) {
  if (__builtin_setjmp(rewinding->mark) != 0) {
    const aside *a = rewinding;
    __asm__ volatile("ldmxcsr %0; fninit; fldenv %1" : : "m"(a->vector_state), "m"(a->float_state));
    set_signals(&a->signals, 0);
    return 1;
  }
  aside *a = rewinding;
  __asm__ volatile("stmxcsr %0; fnstenv %1; fldenv %1" : "=m"(a->vector_state), "=m"(a->float_state));
  if (!protect()) _exit(ESP_GIVES_UP);
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

/* ---- runs --------------------------------------------------------------------------------- */

void esp_begin_in_place(void) {
  rewinding->calls = 0;
  rewinding->in_vain = 0;
  esp_journal_reset();
  esp_in_place = 1;
}

void esp_watch_calls(void) { rewinding->selector = SYSCALL_DISPATCH_FILTER_BLOCK; }

int esp_was_in_vain(void) { return rewinding->in_vain; }
uint32_t esp_calls_of_run(void) { return rewinding->calls; }

void esp_end_process(void) {
  if (!esp_in_place) _exit(0);
  rewind_run();
}

static __attribute__((noreturn)) void give_run_up(void) {
  rewinding->in_vain = 1;
  rewind_run();
}

int esp_goes_on(int signal, const siginfo_t *info, ucontext_t *context) {
  if (!rewinding) return 0;
  if (signal == SIGSEGV && esp_is_first_write(info, context)) {
    if (esp_allow_write((uint64_t)info->si_addr)) return 1;
    if (esp_in_place) give_run_up();
    _exit(ESP_GIVES_UP);
  }
  if (!esp_in_place) return 0;
  if (signal == SIGSYS && info->si_code == SYS_USER_DISPATCH) {
    const int is_known = info->si_arch == AUDIT_ARCH_X86_64 && ++rewinding->calls <= MOST_CALLS;
    if (!is_known || !esp_do_call(context)) give_run_up();
    return 1;
  }
  const int is_fault = info->si_code > 0;
  if (is_fault && esp_is_for_system(signal)) give_run_up();
  return 0;
}
