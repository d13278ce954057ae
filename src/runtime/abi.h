/* The contract between the three parties that share one run:
 *   the pass    emits calls to the functions at the end of this file;
 *   the runtime (in the subject) implements them and fills the shared memory;
 *   the driver  writes inputs, reads traces and nodes (src/execute).
 * Plain C: the runtime is C, the pass and the driver are C++. */
#ifndef ESPALIER_RUNTIME_ABI_H
#define ESPALIER_RUNTIME_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ESP_ABI_VERSION 5

enum esp_op {
#define ESP_OP(name, operands, text) ESP_OP_##name,
#include "ops.def"
#undef ESP_OP
  ESP_OP_COUNT
};

/* One symbolic value.  Labels index the node table; label 0 is "concrete".
 * An operand whose label is 0 is the constant k; a node has at most one such operand (two
 * constants are never symbolic; a Select with two constant arms gets a Const node for one).
 * Widths: `bits` is the result's; a constant operand is as wide as its sibling (Concat: the
 * rest of the result; Select: the result). */
typedef struct esp_node {
  uint8_t op;    /* enum esp_op */
  uint8_t bits;  /* 1..64 */
  uint16_t unused;
  uint32_t a, b, c; /* operand labels */
  uint64_t k;       /* constant operand, Input: variable, Extract: lowest bit */
  uint64_t value;   /* concrete value in this run, zero-extended */
} esp_node;

/* One step of a run.  `edge` numbers every side of every branch, switch, check, function
 * entry and approximation site of the program densely (src/model says which is which). */
typedef struct esp_record {
  uint32_t label; /* of the condition (branch, 1 bit), the switched value, or the pinned value */
  uint32_t edge;
} esp_record;

/* Call stacks.  Before a symbolic step the trace says how the stack differs from the step before: an
 * unwinding to the height given as its label, then the edges of the calls now open, outermost first. */
#define ESP_EDGE_UNWIND 0xfffffffeu
#define ESP_TOO_DEEP 0xffffffffu /* as a height: there are more calls than are kept, nothing is known of the stack */

/* Before a symbolic step, with ESP_TELL_LATELY: a concrete side that was taken on the way to it, given as the label. */
#define ESP_EDGE_PASSED 0xfffffffdu

enum esp_mode {
  ESP_MODE_CONCOLIC, /* one input; labels, nodes and symbolic branches are recorded */
  ESP_MODE_CONCRETE, /* one input; coverage and outputs only */
  ESP_MODE_BATCH     /* many inputs; coverage of all, who brought something new, distances to objectives */
};

/* What instrumented code tells although nothing is symbolic.  Each tells what those before it do.  Compiled code
 * tests labels, marks (bytes 0 and 1) and this in one word, so these are bits that neither of them has. */
enum esp_telling {
  ESP_TELL_NOTHING = 0,
  ESP_TELL_LATELY = 1 << 28,   /* the last concrete branches before each symbolic one, ESP_LATELY at most */
  ESP_TELL_TRACE = 1 << 29,    /* all concrete branches */
  ESP_TELL_DISTANCES = 1 << 30 /* in batches: how far each comparison is from going the other way */
};
#define ESP_TELL_ANY (ESP_TELL_LATELY | ESP_TELL_TRACE | ESP_TELL_DISTANCES)
#define ESP_MAX_NODES (1u << 28) /* labels are smaller */
#define ESP_LATELY 16

enum esp_status {
  ESP_OK,
  ESP_CRASH,        /* detail = signal, address = faulting address */
  ESP_EXIT,         /* detail = exit code */
  ESP_ABORT,        /* abort() */
  ESP_ASSERT,       /* a failed assert() */
  ESP_STEPS,        /* the step budget is used up: hang */
  ESP_MEMORY,       /* the memory budget is used up */
  ESP_STACK,        /* stack overflow */
  ESP_BOUNDS,       /* access outside an object */
  ESP_REJECTED,     /* the harness refused the input (espalier_assume) */
  ESP_TIMEOUT,      /* set by the driver: wall clock */
  ESP_DIED,         /* set by the driver: the process ended without a word */
  ESP_FREED,        /* access to memory after it was freed */
  ESP_DOUBLE_FREE,  /* memory freed twice */
  ESP_BAD_FREE,     /* free of what was never allocated */
  ESP_UNDEFINED,    /* an operation whose behaviour C leaves undefined; the message names it */
  ESP_POSTCONDITION, /* what must hold of the results does not */
  ESP_ASTRAY,       /* a forced run came to a branch that does not depend on the input and goes elsewhere */
  ESP_STATUS_COUNT
};

enum esp_cut {          /* why a trace is not the whole story */
               ESP_CUT_DEPTH = 1,    /* the trace limit was reached */
               ESP_CUT_NODES = 2,    /* the node table is full */
               ESP_CUT_STALE = 4,    /* the same by code that we do not see: labelled memory, or a call as of another type */
               ESP_CUT_KILLED = 8,   /* the process of the run was killed before it could tell its trace */
               ESP_CUT_BEFORE = 16   /* instrumented code ran before the run began */
};

/* Where a whole program gets symbolic bytes from.  Byte i of a source is variable `first` + i. */
enum esp_source_kind {
  ESP_SOURCE_STDIN,
  ESP_SOURCE_FILE,        /* of that name in the scratch directory */
  ESP_SOURCE_ARGUMENT,    /* a string: it ends at its first zero byte */
  ESP_SOURCE_ENVIRONMENT, /* the same */
  ESP_SOURCE_BYTES,       /* what LLVMFuzzerTestOneInput gets */
  ESP_SOURCE_KINDS
};

#define ESP_MAX_SOURCES 16

typedef struct esp_source {
  uint32_t kind;   /* enum esp_source_kind */
  uint32_t size;   /* bytes at most; of a string, without its zero */
  uint32_t first;
  uint32_t absent; /* variable of 16 bits: how many of the bytes at the end are not there.  Environment: one bit,
                      the variable is not set */
  uint32_t position; /* Argument: in argv */
  char name[108];
} esp_source;

#define ESP_MAX_FRAMES 24 /* of a call stack; deeper ones lose their outer end */

/* The first page of the shared memory; the regions follow at the given offsets. */
typedef struct esp_control {
  uint32_t version;
  uint32_t request; /* futex; the driver increments it to start a run */
  uint32_t reply;   /* futex; the subject sets it to `request` when the run is over */
  uint32_t pid;

  /* request */
  uint32_t mode;
  uint32_t unit;         /* index into espalier_units */
  uint32_t input_count;  /* variables per input */
  uint32_t batch_count;
  uint32_t objective_count; /* batch: lists in the region of approaches; 0: no distances */
  uint32_t telling;    /* enum esp_telling: what is recorded besides */
  uint32_t trace_limit;  /* symbolic branches recorded at most */
  uint32_t node_limit;
  uint32_t isolate;      /* fork a child for each run */
  uint32_t early;        /* and one for what they share (early.c); the subject clears it where that cannot be */
  uint32_t forced_count; /* sides that the run must take, in this order, whatever its values say */
  uint32_t cell_limit;   /* cells that an access at a symbolic address may choose from; more: approximate */
  uint64_t step_limit;
  uint64_t memory_limit; /* bytes allocated by the unit */

  /* reply */
  uint32_t begun;        /* counts: a run may have to begin again, in another way */
  uint32_t status;
  int32_t detail;
  uint64_t address;
  uint64_t pc;
  uint32_t cut;          /* enum esp_cut bits */
  uint32_t trace_count;
  uint32_t node_count;   /* node 0 is unused and counted */
  uint32_t output_count;
  uint32_t input_used;   /* 1 + highest variable asked for */
  uint32_t batch_done;
  uint64_t steps;        /* of a batch: of all its runs */

  /* set once at start */
  uint32_t edge_count;
  uint32_t unit_count;
  uint32_t early_pid;    /* of the process from which runs begin; 0: none */
  uint32_t runner_pid;   /* of its child that runs the program and is rewound (runner.c); 0: none */
  uint32_t taken_back;   /* runs so far that were taken back instead of having a process each */
  uint32_t must_isolate; /* the program uses something that cannot be reset */
  uint32_t ready;
  char message[256];     /* assertion text and the like */
  uint32_t frame_count;
  uint64_t frames[ESP_MAX_FRAMES]; /* of a run that failed: program counters of the unit, innermost first */

  /* whole programs: set by the driver before the subject starts */
  uint32_t source_count;
  esp_source sources[ESP_MAX_SOURCES];
  uint32_t confined;     /* set at start: nothing outside of it can be changed */
  char scratch[256];     /* the directory of runs; emptied after each that has a process of its own */
  uint32_t stream_first; /* variables from here on answer the program's questions one by one (nondet.c) */

  /* layout, set by the driver before the subject starts: byte offsets and capacities */
  uint64_t total_size;
  uint64_t input_offset, input_capacity;       /* uint64_t each */
  uint64_t output_offset, output_capacity;     /* esp_output each */
  uint64_t coverage_offset, coverage_capacity; /* one byte per edge */
  uint64_t batch_offset, batch_capacity;       /* esp_batch_result each */
  uint64_t approach_offset, approach_capacity; /* esp_approach each, one list per objective */
  uint64_t fitness_offset, fitness_capacity;   /* double each: all objectives of an input, then the next input */
  uint64_t trace_offset, trace_capacity;
  uint64_t node_offset, node_capacity;
  uint64_t forced_offset, forced_capacity;     /* edges, uint32_t each */
} esp_control;

typedef struct esp_output {
  uint32_t id; /* position in the unit's list of outputs (the harness generator knows it) */
  uint32_t bits;
  uint64_t value;
} esp_output;

/* What the driver writes into the coverage bytes before a batch. */
#define ESP_EDGE_SEEN 1u    /* taking the edge is no news */
#define ESP_EDGE_COUNTS 2u  /* the edge counts in esp_batch_result.covered */

typedef struct esp_batch_result {
  uint8_t status;
  uint8_t news;     /* this input covered an edge that was not seen, by no earlier one of the batch either */
  uint16_t covered; /* edges that count and that it took */
} esp_batch_result;

/* One way to come nearer to an objective: taking `edge` leaves `level` more branches that must go the right
 * way.  The list of an objective is sorted by level and ends with ESP_NO_EDGE.  A run's fitness is the least
 * level + distance, where a distance is 0 for an edge that was taken, below 1 for one whose branch was
 * reached; ESP_NO_FITNESS when none was. */
typedef struct esp_approach {
  uint32_t edge;
  uint32_t level;
} esp_approach;
#define ESP_NO_EDGE 0xffffffffu
#define ESP_NO_FITNESS 1e9

/* What a branch compares, as far as distances go: how the operands of __esp_compare are to be read. */
enum esp_compared {
  ESP_COMPARED_NOTHING,  /* a truth value from elsewhere */
  ESP_COMPARED_SIGNED,
  ESP_COMPARED_UNSIGNED,
  ESP_COMPARED_EQUAL,    /* equality of integers, sign-extended */
  ESP_COMPARED_FLOAT,    /* bits of a float */
  ESP_COMPARED_DOUBLE
};

typedef struct esp_unit {
  const char* name;
  void (*run)(void);
} esp_unit;

/* A constructor or destructor of the program; see the pass's around_main. */
typedef struct esp_around_main {
  void (*function)(int argc, char** argv, char** environment);
  uint64_t priority;
} esp_around_main;

/* A writable global that every run must find as the program left it at start. */
typedef struct esp_global {
  void* address;
  uint64_t size;
} esp_global;

/* Where shadow memory lives: one 32-bit word (label << 3 | byte index) for each byte ... */
#define ESP_SHADOW_BASE 0x200000000000ull
#define ESP_SHADOW_ADDRESS_BITS 42
#define ESP_SHADOW_SIZE (1ull << (ESP_SHADOW_ADDRESS_BITS + 2))
/* ... and one mark for each eight bytes, non-zero if any of them may carry a label.  Compiled code
 * looks at marks only; words are for the runtime. */
#define ESP_MARK_BASE 0x7fff8000ull
#define ESP_MARK_SHIFT 3
#define ESP_MARK_SIZE (1ull << 44)

#define ESP_MAX_CELLS 4096 /* limit of cell_limit */

/* Every global and every local array is followed by bytes that belong to nothing, so that an address
 * tells its object even right behind its end. */
#define ESP_GAP 16

#define ESP_MAX_ARGS 64 /* labels passed per call; further arguments are concrete */
#define ESP_MAX_STACK 4096 /* calls that are open at once and known; the last slot is for all beyond */

/* Sections that the linker concatenates over all objects. */
#define ESP_SECTION_COVERAGE "esp_cov"     /* one byte per edge */
#define ESP_SECTION_GLOBALS "esp_globals"  /* esp_global each */
#define ESP_SECTION_OBJECTS "esp_objects"  /* esp_global each, those that are never written too */
#define ESP_SECTION_MODEL "esp_model"      /* one JSON text per module, each ends with a newline */
#define ESP_SECTION_CONSTRUCTORS "esp_constructors" /* esp_around_main each */
#define ESP_SECTION_DESTRUCTORS "esp_destructors"   /* esp_around_main each */
#define ESP_SECTION_EXTERNALS "esp_externals" /* const void* each: see ESP_IS_INSTRUMENTED */
#define ESP_SECTION_RUNTIME "esp_text"     /* code of ours in the subject: no place that a user knows */

/* The symbol with this prefix and a function's name exists if the function is instrumented, in whichever file
 * of the program: callers in other files refer to it weakly. */
#define ESP_IS_INSTRUMENTED "__esp_is_"

/* The shared memory's file descriptor is told in this environment variable. */
#define ESP_ENV_FD "ESPALIER_FD"
/* What the pass checks beyond the usual is told in this one, set for the compiler: "undefined". */
#define ESP_ENV_CHECKS "ESPALIER_CHECKS"

/* Set while our own models of library functions are compiled. */
#define ESP_ENV_MODELS "ESPALIER_MODELS"

#ifdef __cplusplus
}
#endif
#endif
