/* Every way in which a run can end before it returns, and the call stack at that moment. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "journal.h"
#include "state.h"

extern char __executable_start[], etext[];
extern char __start_esp_text[], __stop_esp_text[];

static int is_runtime(uint64_t pc) {
  return pc >= (uint64_t)__start_esp_text && pc < (uint64_t)__stop_esp_text;
}

extern char _DYNAMIC[] __attribute__((weak)); /* 0: linked statically */

/* Part of this program, not of a library.  Of a static link only instrumented code surely is. */
static int is_ours(uint64_t pc) {
  if (is_runtime(pc)) return 1;
  if (pc < (uint64_t)__executable_start || pc >= (uint64_t)etext) return 0;
  return _DYNAMIC != 0 || esp_is_instrumented(_Unwind_FindEnclosingFunction((void *)(pc + 1)));
}

/* ---- the call stack ------------------------------------------------------------------------ */

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context, void *unused) {
  (void)unused;
  esp_control *c = esp_mem.control;
  int at_instruction = 0; /* a frame that a signal interrupted, not one that waits for a call */
  const uint64_t pc = (uint64_t)_Unwind_GetIPInfo(context, &at_instruction) - (at_instruction ? 0 : 1);
  if (!is_ours(pc) || is_runtime(pc)) return _URC_NO_REASON;
  c->frames[c->frame_count++] = pc;
  return c->frame_count == ESP_MAX_FRAMES ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* Unwinding reads the stack, which the unit may have overwritten: a fault on the way comes back to
 * on_signal, which then leaves it at the frames found so far. */
static volatile int unwinding;

static void note_stack(void) {
  esp_control *c = esp_mem.control;
  c->frame_count = 0;
  if (c->mode == ESP_MODE_BATCH || c->status == ESP_REJECTED) return;
  if (c->status == ESP_EXIT && esp_program.prepare) { /* how programs end; from where is no news */
    c->pc = 0;
    return;
  }
  unwinding = 1;
  _Unwind_Backtrace(note_frame, 0);
  unwinding = 0;
  if (c->frame_count != 0) c->pc = c->frames[0];
}

/* ---- ends --------------------------------------------------------------------------------- */

/* Nobody is there to be told: the process ends as it would without us. */
static __attribute__((noreturn)) void end_by_hand(int32_t signal_number) {
  if (signal_number == SIGABRT || signal_number == 0) abort();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
  _exit(128 + signal_number);
}

void esp_finish(enum esp_status status, int32_t detail, uint64_t address, uint64_t pc) {
  if (esp_by_hand && status == ESP_REJECTED) _exit(0);
  if (esp_by_hand) end_by_hand(status == ESP_CRASH ? detail : SIGABRT);
  esp_control *c = esp_mem.control;
  c->status = status;
  c->detail = detail;
  c->address = address;
  c->pc = pc;
  note_stack();
  siglongjmp(esp_now.back, 1);
}

/* The process is not to be trusted any more: tell what is known, and go. */
static void last_words(void) {
  esp_publish();
  if (esp_now.in_child) esp_end_process();
  esp_mem.control->ready = 0;
  esp_reply();
  _exit(0);
}

/* In our own text the state is ours and known; the C library may hold locks. */
static void leave(uint64_t pc) {
  if (!is_ours(pc) && esp_mem.control->status != ESP_STACK) last_words();
  siglongjmp(esp_now.back, 1);
}

static void on_signal(int signal, siginfo_t *info, void *context) {
  static uint64_t first_pc;
  if (esp_goes_on(signal, info, context)) return;
  const ucontext_t *u = context;
  const uint64_t pc = (uint64_t)u->uc_mcontext.gregs[REG_RIP];
  const uint64_t sp = (uint64_t)u->uc_mcontext.gregs[REG_RSP];
  const uint64_t address = (uint64_t)info->si_addr;
  /* Nothing that somebody sends to a process that waits for runs is meant for it. */
  const esp_control *shared = esp_mem.control;
  const uint32_t self = (uint32_t)getpid();
  const int waits = !esp_now.running || (esp_early && (shared->early_pid == self || shared->runner_pid == self));
  if (waits && info->si_code <= 0) return;
  if (esp_by_hand) end_by_hand(signal);
  if (!esp_now.running) _exit(120);
  if (esp_early && signal == SIGSEGV && esp_is_hidden(address)) {
    esp_look();
    return; /* and the access is tried again */
  }
  if (unwinding) {
    unwinding = 0;
    leave(first_pc);
  }
  first_pc = pc;
  esp_control *c = esp_mem.control;
  c->detail = signal;
  c->pc = pc;
  c->address = signal == SIGSEGV || signal == SIGBUS ? address : 0;
  c->status = ESP_CRASH;
  if (signal == SIGABRT) c->status = ESP_ABORT;
  /* The driver's time limit, unless the unit sent it to itself. */
  if (signal == SIGUSR1 && info->si_pid != getpid()) c->status = ESP_TIMEOUT;
  if (signal == SIGSEGV && esp_past_an_object(address)) c->status = ESP_BOUNDS;
  if (signal == SIGSEGV && address + (64 << 10) > sp && address < sp + (64 << 10)) c->status = ESP_STACK;
  note_stack();
  leave(pc);
}

/* pass: calls of exit, abort and failing asserts in instrumented code come here. */
void __esp_exit_at_once(int code) {
  if (esp_by_hand) _exit(code);
  esp_finish(ESP_EXIT, code & 0xff, 0, ESP_CALLER);
}

/* Does a function of the program's run on this signal?  Where handlers are only noted, the system tells what it would. */
static int is_handled(int signal) {
  struct sigaction action;
  return sigaction(signal, 0, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN &&
         action.sa_sigaction != on_signal;
}

/* As abort() begins: what the program makes of the signal comes first, and may be that it goes on elsewhere.  A run that is
 * to be taken back begins again, because signals cannot be sent there. */
static void abort_by_handler(void) {
  sigset_t just_this;
  if (!is_handled(SIGABRT)) return;
  sigemptyset(&just_this);
  sigaddset(&just_this, SIGABRT);
  sigprocmask(SIG_UNBLOCK, &just_this, 0);
  raise(SIGABRT);
}

void __esp_abort(void) {
  if (!esp_by_hand) abort_by_handler();
  esp_finish(ESP_ABORT, SIGABRT, 0, ESP_CALLER);
}
void __esp_assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  if (esp_by_hand) __assert_fail(text, file, line, function);
  abort_by_handler();
  /* Otherwise the program counter tells the place. */
  snprintf(esp_mem.control->message, sizeof esp_mem.control->message, "assertion '%s' failed", text);
  esp_finish(ESP_ASSERT, SIGABRT, 0, ESP_CALLER);
}

/* pass: the operation after this check would trap.  A handler is to find what the processor says of that. */
void __esp_trap(int32_t signal, const char *what) {
  if (signal == SIGFPE && is_handled(SIGFPE)) __asm__ volatile("idivl %0" : : "r"(0), "a"(0), "d"(0));
  if (!esp_by_hand) strncpy(esp_mem.control->message, what, sizeof esp_mem.control->message - 1);
  esp_finish(ESP_CRASH, signal, 0, ESP_CALLER);
}

/* pass: C says nothing about what the operation after this check does. */
void __esp_undefined(const char *what) {
  strncpy(esp_mem.control->message, what, sizeof esp_mem.control->message - 1);
  esp_finish(ESP_UNDEFINED, 0, 0, ESP_CALLER);
}

/* pass: the functions that the unit registered for its exit run first.  Only a process of its own has
 * such (registering needs isolation), and only it may really exit. */
static int quick_code;

void __esp_exit(int code) {
  if (esp_by_hand || esp_now.in_child) exit(code);
  __esp_exit_at_once(code);
}

void __esp_quick_exit(int code) {
  quick_code = code;
  if (esp_by_hand || esp_now.in_child) quick_exit(code);
  __esp_exit_at_once(code);
}

/* pass: in the first thread, this is the end of the program. */
void __esp_thread_exit(void *result) {
  if (esp_by_hand || gettid() != getpid()) pthread_exit(result);
  strcpy(esp_mem.control->message, "pthread_exit");
  __esp_exit_at_once(0);
}

/* exit() from code that we do not see, and after the functions that the unit registered. */
static void at_exit(int code, void *unused) {
  (void)unused;
  if (!esp_now.running || esp_by_hand) return;
  esp_mem.control->status = ESP_EXIT;
  esp_mem.control->detail = code & 0xff;
  note_stack();
  last_words();
}

static void at_quick_exit_(void) { at_exit(quick_code, 0); }

char esp_signal_stack[ESP_SIGNAL_STACK];

/* Whatever ends a process by default; what stops it (SIGSTOP) runs into the time limit. */
void esp_catch_endings(void) {
  const stack_t alternate = {.ss_sp = esp_signal_stack, .ss_size = sizeof esp_signal_stack};
  sigaltstack(&alternate, 0);
  /* Not by the C library: handlers must return through the gate (journal.c). */
  const esp_action action = {(uint64_t)on_signal, SA_SIGINFO | SA_ONSTACK | SA_NODEFER | ESP_SA_RESTORER,
                             (uint64_t)esp_restorer, 0};
  const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGTRAP,   SIGABRT, SIGUSR1, SIGUSR2, SIGHUP,   SIGINT,
                         SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGSYS,   SIGPOLL};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) ESP_SYSTEM(SYS_rt_sigaction, signals[i], &action, 0, sizeof action.mask);
  on_exit(at_exit, 0);
  at_quick_exit(at_quick_exit_);
}
