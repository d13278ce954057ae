/* Runs that are taken back instead of having a process each.
 *
 * A run of a program that cannot be reset is a fork.  Most such runs change nothing but memory, and putting back the
 * pages they wrote to costs a tenth of a fork.  So the process that waits where runs begin (early.c) runs the program
 * itself and is rewound:
 *
 *   mark ── run ──> its end ── pages put back, calls undone ──> mark
 *
 * Memory: at the mark everything writable is made read-only.  The first write to a page faults; its bytes are kept
 * and the page is free to write from then on, in later runs, too: soon hardly any run faults.  After each run all pages
 * that were ever written to get their bytes back.
 *
 * Everything else: system calls are looked at (calls.c).  Those that change nothing, or nothing that cannot be undone,
 * are done.  At any other, as when it needs too many pages, the run is taken back and begins again in a process of its
 * own.  So nothing is ever left behind, whatever a program does; if most runs end so, they are forked at once. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "rewind.h"
#include "state.h"

#define PAGE 4096ull
#define PAGES 2048      /* kept at most */
#define RANGES 256
#define MAPS (256 << 10)
#define SIGNAL_SET 8    /* bytes, for the system */
#ifndef SYS_USER_DISPATCH
#define SYS_USER_DISPATCH 2 /* of si_code; the library does not know it yet */
#endif

typedef struct {
  uint64_t begin, end;
  int protection; /* while it must not be written to */
} range;

typedef struct {
  char *page;
  char *copy; /* 0: it was all zero */
} kept;

/* What is not taken back.  The memory of this structure is in none of the ranges. */
typedef struct {
  void *mark[5];
  uint32_t vector_state;
  uint16_t float_state;
  uint8_t selector; /* see calls.c */
  uint64_t signals; /* blocked at the mark */
  uint32_t runs, in_vain;
  int begins_again; /* the run that was taken back is to have a process of its own */
  uint32_t range_count, page_count;
  range ranges[RANGES];
  kept pages[PAGES];
  char stack[64 << 10] __attribute__((aligned(16))); /* while the program's own is put back */
  char copies[PAGES][PAGE] __attribute__((aligned(4096)));
  char maps[MAPS];
} aside;

static aside *rewinding;  /* 0: there is no mark */
static int is_impossible; /* or not worth it */
static uint64_t *stack_begin; /* of the range of the stack, which grows */

int esp_in_place;

/* ---- pages -------------------------------------------------------------------------------- */

static int is_zero(const char *page) {
  const uint64_t *words = (const uint64_t *)page;
  uint64_t any = 0;
  for (uint64_t i = 0; i < PAGE / sizeof *words; i++) any |= words[i];
  return any == 0;
}

/* 0 if there is no room. */
static int keep(uint64_t page) {
  aside *a = rewinding;
  if (a->page_count == PAGES) return 0;
  kept *k = &a->pages[a->page_count];
  k->page = (char *)page;
  k->copy = is_zero(k->page) ? 0 : a->copies[a->page_count];
  if (k->copy) memcpy(k->copy, k->page, PAGE);
  a->page_count++;
  return 1;
}

static const range *range_of(uint64_t address) {
  const aside *a = rewinding;
  for (uint32_t i = 0; i < a->range_count; i++)
    if (address >= a->ranges[i].begin && address < a->ranges[i].end) return &a->ranges[i];
  return 0;
}

static const kept *kept_in(uint64_t begin, uint64_t end) { /* the lowest */
  const aside *a = rewinding;
  const kept *lowest = 0;
  for (uint32_t i = 0; i < a->page_count; i++) {
    const uint64_t page = (uint64_t)a->pages[i].page;
    if (page >= begin && page < end && (!lowest || page < (uint64_t)lowest->page)) lowest = &a->pages[i];
  }
  return lowest;
}

static void keep_from_start(uint64_t begin, uint64_t end) {
  for (uint64_t page = begin & ~(PAGE - 1); page < end; page += PAGE)
    if (range_of(page) && !kept_in(page, page + PAGE)) keep(page);
}

/* Whatever is not kept yet must not be written to. */
static int protect(const range *r) {
  for (uint64_t at = r->begin; at < r->end;) {
    const kept *next = kept_in(at, r->end);
    const uint64_t end = next ? (uint64_t)next->page : r->end;
    if (end > at && ESP_SYSTEM(SYS_mprotect, at, end - at, r->protection) != 0) return 0;
    at = next ? end + PAGE : end;
  }
  return 1;
}

static void allow_writing(void) {
  const aside *a = rewinding;
  for (uint32_t i = 0; i < a->range_count; i++) {
    const range *r = &a->ranges[i];
    ESP_SYSTEM(SYS_mprotect, r->begin, r->end - r->begin, r->protection | PROT_WRITE);
  }
}

/* The run is about to write to a page that nobody wrote to before: 1 if that is so. */
static int is_first_write(const siginfo_t *info, const ucontext_t *u) {
  const uint64_t write = 2, fetch = 16; /* of the processor's error code */
  const uint64_t address = (uint64_t)info->si_addr;
  if (info->si_code != SEGV_ACCERR || (u->uc_mcontext.gregs[REG_ERR] & (write | fetch)) != write) return 0;
  if (range_of(address)) return 1;
  const uint64_t most = 64 << 20; /* the stack grew */
  if (!stack_begin || address >= *stack_begin || address + most < *stack_begin) return 0;
  *stack_begin = address & ~(PAGE - 1);
  return 1;
}

int esp_is_saved_from(long begin, long size) {
  const range *r = range_of((uint64_t)begin);
  return r && size >= 0 && (uint64_t)begin + (uint64_t)size <= r->end;
}

void esp_save_before(void *p, uint64_t size) {
  const uint64_t begin = (uint64_t)p & ~(PAGE - 1);
  for (uint64_t page = begin; page < (uint64_t)p + size; page += PAGE) {
    volatile char *byte = (volatile char *)page;
    if (range_of(page)) *byte = *byte; /* faults, if it is the first time */
  }
}

/* ---- what there is to be put back --------------------------------------------------------- */

static uint64_t hexadecimal(const char **text) {
  uint64_t value = 0;
  for (;; (*text)++) {
    const char c = **text;
    if (c >= '0' && c <= '9')
      value = value << 4 | (uint64_t)(c - '0');
    else if (c >= 'a' && c <= 'f')
      value = value << 4 | (uint64_t)(c - 'a' + 10);
    else
      return value;
  }
}

/* "begin-end rwxp offset device inode   name" */
static int note_range(const char *line, uint64_t here) {
  aside *a = rewinding;
  range r;
  r.begin = hexadecimal(&line);
  line++;
  r.end = hexadecimal(&line);
  const int is_private_and_writable = line[1] == 'r' && line[2] == 'w' && line[4] == 'p';
  if (!is_private_and_writable || ((uint64_t)a >= r.begin && (uint64_t)a < r.end)) return 1;
  if (a->range_count == RANGES) return 0;
  r.protection = PROT_READ | (line[3] == 'x' ? PROT_EXEC : 0);
  a->ranges[a->range_count] = r;
  if (here >= r.begin && here < r.end) stack_begin = &a->ranges[a->range_count].begin;
  a->range_count++;
  return 1;
}

static int note_ranges(uint64_t stack) {
  aside *a = rewinding;
  const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  uint64_t size = 0;
  for (ssize_t got; (got = read(fd, a->maps + size, MAPS - 1 - size)) > 0;) size += (uint64_t)got;
  close(fd);
  if (size == MAPS - 1) return 0;
  a->maps[size] = 0;
  for (const char *line = a->maps; *line; line = strchr(line, '\n') + 1)
    if (!note_range(line, stack)) return 0;
  return 1;
}

/* ---- the mark ----------------------------------------------------------------------------- */

static void set_signals(const uint64_t *mask, uint64_t *old) {
  ESP_SYSTEM(SYS_rt_sigprocmask, SIG_SETMASK, mask, old, SIGNAL_SET);
}

/* Before the mark; leaves nothing behind if it fails. */
static int can_rewind(void) {
  rewinding = mmap(0, sizeof *rewinding, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (rewinding == MAP_FAILED) {
    rewinding = 0;
    return 0;
  }
  aside *a = rewinding;
  const uint64_t stack = getauxval(AT_EXECFN); /* of the program, not of a handler: the name lies at its upper end */
  (void)*(volatile char *)(stack - (512 << 10)); /* it is made that large before it is protected */
  set_signals(0, &a->signals);
  if (note_ranges(stack) && esp_can_watch_calls(&a->selector)) return 1;
  munmap(a, sizeof *a);
  rewinding = 0;
  return 0;
}

/* The system writes to these by itself, or while we protect the rest: frames of signal handlers, the thread's own
 * block, the stack that we are on. */
static void keep_what_cannot_wait(void) {
  const uint64_t here = (uint64_t)__builtin_frame_address(0), thread = (uint64_t)__builtin_thread_pointer();
  keep_from_start((uint64_t)esp_signal_stack, (uint64_t)esp_signal_stack + ESP_SIGNAL_STACK);
  keep_from_start(thread - 2 * PAGE, thread + PAGE);
  keep_from_start(here - 4 * PAGE, here + 2 * PAGE);
}

static __attribute__((noinline)) int protect_all(void) {
  const aside *a = rewinding;
  keep_what_cannot_wait();
  for (uint32_t i = 0; i < a->range_count; i++)
    if (!protect(&a->ranges[i])) return 0;
  return 1;
}

static void give_up(void) {
  allow_writing();
  esp_stop_watching_calls();
  is_impossible = 1;
  munmap(rewinding, sizeof *rewinding);
  rewinding = 0;
}

void esp_leave_mark(void) {
  if (rewinding) give_up();
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
  if (protect_all()) return ESP_TURN_IN_PLACE;
  give_up();
  return ESP_TURN_FORK;
}

/* On a stack of its own. */
static __attribute__((noreturn, noinline, used)) void put_back(aside *a) {
  for (uint32_t i = 0; i < a->page_count; i++) {
    void *to = a->pages[i].page;
    const void *from = a->pages[i].copy;
    uint64_t words = PAGE / 8;
    if (from)
      __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
    else
      __asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(0ull) : "memory");
  }
  __builtin_longjmp(a->mark, 1);
}

static __attribute__((noreturn)) void rewind_run(void) {
  static const uint64_t all_but_faults = ~(1ull << (SIGSEGV - 1)); /* first writes are still to be seen */
  aside *a = rewinding;
  a->selector = SYSCALL_DISPATCH_FILTER_ALLOW;
  set_signals(&all_but_faults, 0); /* a handler would write to what was put back already */
  esp_take_back_calls();
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
  if (rewinding->in_vain > 16 && 2 * rewinding->in_vain > rewinding->runs) {
    give_up();
    return ESP_TURN_FORK;
  }
  return ESP_TURN_IN_PLACE;
}

void esp_watch_run(void) {
  rewinding->runs++;
  esp_in_place = 1;
  esp_mem.control->in_place = 1;
  rewinding->selector = SYSCALL_DISPATCH_FILTER_BLOCK;
}

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

void esp_begin_again(void) {
  rewinding->in_vain++;
  rewinding->begins_again = 1;
  rewind_run();
}

int esp_goes_on(int signal, const siginfo_t *info, ucontext_t *context) {
  if (!rewinding) return 0;
  if (signal == SIGSEGV && is_first_write(info, context)) {
    const uint64_t page = (uint64_t)info->si_addr & ~(PAGE - 1);
    const int protection = range_of(page)->protection | PROT_WRITE;
    if (keep(page))
      ESP_SYSTEM(SYS_mprotect, page, PAGE, protection);
    else if (esp_in_place)
      esp_begin_again();
    else
      give_up();
    return 1;
  }
  if (!esp_in_place) return 0;
  if (signal == SIGSYS && info->si_code == SYS_USER_DISPATCH) {
    esp_do_call(context);
    return 1;
  }
  const int is_fault = info->si_code > 0;
  if (is_fault && esp_is_awaited(signal)) esp_begin_again();
  return 0;
}
