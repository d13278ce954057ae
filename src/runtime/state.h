/* What the parts of the runtime share.  Nothing here is seen by the driver or the pass but the
 * variables marked `pass:`. */
#ifndef ESPALIER_RUNTIME_STATE_H
#define ESPALIER_RUNTIME_STATE_H

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "abi.h"

/* Inside the call instruction that brought us here, not after it: debug information tells its line. */
#define ESP_CALLER ((uint64_t)__builtin_return_address(0) - 1)

/* The runtime's code has a section of its own, so that call stacks can leave it out. */
#pragma clang section text = "esp_text"

#define ESP_PAGE 4096ull
#define ESP_DESCRIPTORS 256 /* that a program has; ours that it must not meet are higher */

#define ESP_COLD __attribute__((noinline, preserve_most))

/* The regions of the shared memory, mapped. */
typedef struct esp_shared {
  esp_control* control;
  uint64_t* inputs;
  esp_output* outputs;
  uint8_t* coverage;
  esp_batch_result* batch;
  const esp_approach* approaches;
  double* fitness;
  esp_record* trace;
  esp_node* nodes;
  uint32_t* forced;
} esp_shared;

typedef struct esp_object {
  uint64_t start;
  uint64_t size;
} esp_object;

/* The run that is going on. */
typedef struct esp_run_state {
  uint32_t node_count;
  uint32_t node_limit;
  uint32_t trace_count;
  uint32_t trace_end;      /* records that fit */
  uint32_t symbolic_left;  /* symbolic branches that may still be recorded */
  uint32_t labels_on;      /* inputs get labels */
  uint32_t told_height;    /* of the call stack that the trace knows */
  uint32_t told_too_deep;
  uint32_t lately[ESP_LATELY]; /* the last concrete sides, when only those are told: a ring */
  uint32_t lately_count;   /* since the last symbolic branch */
  uint32_t forced_at;      /* sides that the run was forced to take so far */
  uint32_t forced_end;
  uint32_t input_count;
  uint32_t input_used;
  uint32_t has_written;    /* something symbolic (written.c) */
  uint32_t is_read_along;  /* what it writes is seen by itself, at once */
  const uint64_t* inputs;
  sigjmp_buf back;         /* where a failing unit returns to */
  volatile int running;    /* between start and end of a unit */
  int in_child;            /* this process is the fork of one run */
} esp_run_state;

extern esp_shared esp_mem;
extern esp_run_state esp_now;

static inline int esp_has_source(enum esp_source_kind kind) {
  for (uint32_t i = 0; i < esp_mem.control->source_count; i++)
    if (esp_mem.control->sources[i].kind == kind) return 1;
  return 0;
}

/* pass: labels that travel with a call; valid when the token is the callee's address. */
extern __thread void* __esp_arg_token;
extern __thread uint32_t __esp_args[ESP_MAX_ARGS];
extern __thread void* __esp_byval[ESP_MAX_ARGS];
extern __thread void* __esp_ret_token;
extern __thread uint32_t __esp_rets[ESP_MAX_ARGS];
/* pass: steps left; below zero the run ends. */
extern int64_t __esp_steps;
/* pass: enum esp_telling. */
extern uint32_t __esp_telling;

/* pass: the calls that are open: each caller writes its call's coverage byte at its own height. */
extern uint32_t __esp_height;
extern uint64_t __esp_stack[ESP_MAX_STACK];

/* Nobody watches: the program was started by hand, or this is a process that it forked.  Everything happens as it
 * would without us. */
extern int esp_by_hand;

/* Defined by the harness, or by program.c. */
extern const esp_unit espalier_units[];
extern const uint32_t espalier_unit_count;

extern uint8_t __start_esp_cov[], __stop_esp_cov[];

/* run.c */
/* Maps the memory that the driver shares with us. */
void esp_attach(int fd);
/* Serves the driver.  Never returns. */
void esp_serve(void) __attribute__((noreturn));
void esp_publish(void);
void esp_reply(void);
void esp_await_request(void);
/* What the last run told is no longer so. */
void esp_forget_run(void);
/* Nothing is known of the run that begins now, in case it cannot tell. */
void esp_expect_run(void);
/* A process of its own for a run: 0 there. */
int esp_fork_run(void);
/* Waits for it, and tells how it ended if it could not.  Returns what the system says of its end. */
int esp_see_to_its_end(int run);

/* early.c */
#define ESP_OTHER_TERMS 117 /* exit code of an early process that a request does not fit */
/* This run has no inputs yet. */
extern int esp_early;
int esp_may_begin_early(void);
void esp_begin_early(void);
void esp_serve_from_here(void);
int esp_fits(void); /* the request that is open has the terms that this process began with */
int esp_is_early_file(long fd); /* every run finds it at the same position */
/* Somebody is about to look at an input, or to do what must not be done early. */
static inline void esp_look(void) {
  if (esp_early) esp_serve_from_here();
}

/* runner.c */
/* True where the open request is to be run, in a process that will be rewound.  False where it is to be forked. */
int esp_runs_here(void);
int esp_has_runner(void); /* which sees to the next request */
void esp_leave_runner(void); /* in a fork */

/* rewind.c */
extern int esp_in_place; /* this run will be taken back */
void esp_watch_calls(void); /* of that run, when it has its inputs */
/* The run is over and told. */
void esp_end_process(void) __attribute__((noreturn));
struct ucontext_t;
/* True if the signal is no end of the run. */
int esp_goes_on(int signal, const siginfo_t* info, struct ucontext_t* context);

/* ending.c */
#define ESP_SIGNAL_STACK (64 << 10)
extern char esp_signal_stack[ESP_SIGNAL_STACK];
void esp_catch_endings(void);
/* Ends the run.  Never returns. */
void esp_finish(enum esp_status status, int32_t detail, uint64_t address, uint64_t pc)
    __attribute__((noreturn));

/* What a whole program needs beyond a unit; a unit has none of these. */
typedef struct esp_program_hooks {
  int must_isolate;
  int ran_before;        /* instrumented code did, and nobody saw what */
  void (*prepare)(void); /* before a run, in the process of the run */
  void (*show)(void);     /* what was hidden, when the run began early */
  void (*look_for_files)(void); /* the program is about to open one */
  void (*clean_up)(void); /* after it, in the process that serves */
} esp_program_hooks;
extern esp_program_hooks esp_program; /* run.c */

/* orphans.c */
void esp_adopt_orphans(void); /* those of processes that are forked from now on */
void esp_end_orphans(void);

/* code_pages.c */
void esp_put_code_on_huge_pages(void);

/* harness.c */
uint64_t esp_input_value(uint32_t id, uint32_t bits);
uint32_t esp_input_label(uint32_t id, uint32_t bits, uint64_t value);

/* shadow.c */
void esp_shadow_map(void);
void esp_shadow_reset(void);

void __esp_copy(void* to, const void* from, uint64_t size);
void __esp_clear(void* p, uint64_t size);
ESP_COLD void __esp_store(void* p, uint32_t size, uint32_t label);

/* Where strategies ask how a branch was reached, they ask for what came shortly before: all concrete branches
 * of a program would be a hundred times as many as the symbolic ones.  True when that is all there is to do. */
static inline int esp_remembered(uint32_t label, uint32_t edge) {
  if (label != 0 || __esp_telling != ESP_TELL_LATELY) return 0;
  esp_now.lately[esp_now.lately_count++ % ESP_LATELY] = edge;
  return 1;
}

/* trace.c */
ESP_COLD void __esp_branch(uint32_t label, const uint8_t* side);
ESP_COLD uint32_t esp_decide(uint32_t label, const uint8_t* first, uint32_t sides, uint32_t side);
ESP_COLD void __esp_approximate(uint32_t label, uint8_t* site);
ESP_COLD void __esp_lost(uint32_t labels, uint8_t* site);
void esp_sort_functions(void);
int esp_is_instrumented(const void* function); /* it begins there */

/* distance.c */
void esp_distance_start(uint32_t edges);
void esp_distance_reset(void);
/* Writes the fitness of the run for each objective. */
void esp_distance_judge(uint32_t objectives, double* into);

/* Bytes that must not be touched have words from here on. */
#define ESP_POISON_GAP 0xffffffffu
#define ESP_POISON_FREED 0xfffffffeu
#define ESP_POISON_HIDDEN 0xfffffffdu /* an input that the run does not have yet */
#define ESP_POISON 0xfffffff8u
void esp_poison(void* p, uint64_t size, uint32_t word);
void esp_poison_for_ever(void* p, uint64_t size);
void esp_unpoison(void* p, uint64_t size);
int esp_any_marked(const void* p, uint64_t size);
uint32_t esp_label_behind(const void* p, uint64_t size);
uint32_t esp_load(const void* p, uint32_t size, uint64_t value, uint64_t pc);
void esp_store(void* p, uint32_t size, uint32_t label, uint64_t pc);

/* heap.c */
void esp_heap_map(void);
void esp_heap_reset(uint64_t limit);
int esp_heap_find(uint64_t address, esp_object* found);

/* objects.c */
void esp_objects_start(void);
void esp_objects_reset(void);
int esp_past_an_object(uint64_t address);
/* Takes an object that the harness made away until it is shown; whoever touches it looks (early.c). */
void esp_hide(void* object);
void esp_show(void* object);
void esp_show_all(void);
int esp_is_hidden(uint64_t address);
/* The object that the address lies in, or right behind; 0 if there is none. */
int esp_find_object(uint64_t address, esp_object* found);

/* node.c */
uint32_t esp_node_make(enum esp_op op, uint32_t bits, uint32_t a, uint32_t b, uint32_t c, uint64_t k,
                       uint64_t value);
uint32_t esp_node_const(uint32_t bits, uint64_t value);
ESP_COLD uint32_t __esp_select(uint32_t bits, uint32_t lc, uint32_t lx, uint32_t ly, uint64_t c, uint64_t x,
                               uint64_t y);

static inline uint64_t esp_mask(uint32_t bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }

#endif
