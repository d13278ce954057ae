/* Recording what a run does, and what travels with calls. */
#include <stdlib.h>

#include "state.h"

__thread void *__esp_arg_token;
__thread uint32_t __esp_args[ESP_MAX_ARGS];
__thread void *__esp_byval[ESP_MAX_ARGS];
__thread void *__esp_ret_token;
__thread uint32_t __esp_rets[ESP_MAX_ARGS];
int64_t __esp_steps;
uint32_t __esp_telling;
uint32_t __esp_height;
uint64_t __esp_stack[ESP_MAX_STACK];

static inline void record(uint32_t label, uint32_t edge) {
  if (esp_now.trace_count >= esp_now.trace_end) {
    esp_mem.control->cut |= ESP_CUT_DEPTH;
    return;
  }
  esp_mem.trace[esp_now.trace_count++] = (esp_record){label, edge};
}

/* Tells how the call stack changed since it was told last.  Slots are marked when told, and a new call
 * overwrites its slot, so below a marked slot nothing has changed: the work is that of the changes. */
static inline void record_stack(void) {
  const uint64_t told = 1ull << 63;
  const uint32_t height = __esp_height;
  if (height >= ESP_MAX_STACK) {
    if (!esp_now.told_too_deep) record(ESP_TOO_DEEP, ESP_EDGE_UNWIND);
    esp_now.told_too_deep = 1;
    return;
  }
  uint32_t same = height;
  while (same > 0 && !(__esp_stack[same - 1] & told)) same--;
  if (same < esp_now.told_height || esp_now.told_too_deep) record(same, ESP_EDGE_UNWIND);
  for (uint32_t i = same; i < height; i++) {
    record(0, (uint32_t)((const uint8_t *)__esp_stack[i] - __start_esp_cov));
    __esp_stack[i] |= told;
  }
  esp_now.told_height = height;
  esp_now.told_too_deep = 0;
}

/* Symbolic branches past the limit end the symbolic part of the run: it goes on concretely. */
static inline int may_record_symbolic(void) {
  if (esp_now.symbolic_left == 0) {
    esp_mem.control->cut |= ESP_CUT_DEPTH;
    esp_now.node_limit = 0;
    return 0;
  }
  esp_now.symbolic_left--;
  return 1;
}

/* Which calls were open then is not told. */
static inline void record_lately(void) {
  const uint32_t end = esp_now.lately_count;
  for (uint32_t i = end > ESP_LATELY ? end - ESP_LATELY : 0; i < end; i++)
    record(esp_now.lately[i % ESP_LATELY], ESP_EDGE_PASSED);
  esp_now.lately_count = 0;
}

/* A check or a choice takes the side whose coverage byte is given. */
ESP_COLD void __esp_branch(uint32_t label, const uint8_t *side) {
  const uint32_t edge = (uint32_t)(side - __start_esp_cov);
  if (label == 0) {
    if (esp_remembered(label, edge) || __esp_telling != ESP_TELL_TRACE) return;
  } else {
    if (!may_record_symbolic()) return;
    record_lately();
  }
  record_stack();
  record(label, edge);
}

/* The side to take at a site of so many sides.  A forced run takes those it is told; other sites (of the
 * harness, of library functions, ...) it passes as its values say.  It cannot lie about a condition that
 * does not depend on the input: no input gets past that side, and the run ends with it. */
ESP_COLD uint32_t esp_decide(uint32_t label, const uint8_t *first, uint32_t sides, uint32_t side) {
  uint32_t taken = side;
  if (esp_now.forced_at < esp_now.forced_end) {
    const uint32_t wanted = esp_mem.forced[esp_now.forced_at] - (uint32_t)(first - __start_esp_cov);
    if (wanted < sides) {
      esp_now.forced_at++;
      taken = wanted;
    }
  }
  __esp_branch(label, first + taken);
  if (taken != side && label == 0) esp_finish(ESP_ASTRAY, 0, 0, ESP_CALLER);
  return taken;
}

/* pass: something symbolic is replaced by its concrete value here; with a label, that value is
 * pinned: later answers must keep it. */
ESP_COLD void __esp_approximate(uint32_t label, uint8_t *site) {
  if (label == 0 && *site) return; /* once a run is enough */
  *site = 1;
  if (label != 0) {
    if (!may_record_symbolic()) return;
    record_stack();
  }
  record(label, (uint32_t)(site - __start_esp_cov));
}

/* pass: if the value is symbolic, it keeps its concrete value from here on. */
ESP_COLD void __esp_pin(uint32_t label, uint8_t *site) {
  if (label != 0) __esp_approximate(label, site);
}

/* pass: if any of the values was symbolic, what is made of them is not. */
ESP_COLD void __esp_lost(uint32_t labels, uint8_t *site) {
  if (labels != 0) __esp_approximate(0, site);
}

/* A label of another width than its value has here: the function was called as one of another type.  C does not say what
 * its value is then, so that nothing is proved by this run. */
static uint32_t fitting(uint32_t label, uint32_t bits) {
  if (label == 0 || esp_mem.nodes[label].bits == bits) return label;
  esp_mem.control->cut |= ESP_CUT_STALE;
  return 0;
}

/* pass: a function was entered whose arguments have these widths.  True when the argument labels are meant for it. */
ESP_COLD uint32_t __esp_enter(void *function, const uint8_t *widths, uint32_t count) {
  if (__esp_arg_token != function) return 0;
  __esp_arg_token = 0;
  for (uint32_t i = 0; i < count; i++) __esp_args[i] = fitting(__esp_args[i], widths[i]);
  return 1;
}

/* pass: a result with this label has this width for the caller. */
ESP_COLD uint32_t __esp_result(uint32_t label, uint32_t bits) { return fitting(label, bits); }

ESP_COLD void __esp_out_of_steps(void) { esp_finish(ESP_STEPS, 0, 0, ESP_CALLER); }

/* The addresses of all instrumented functions, for indirect calls. */
extern void *__start_esp_functions[] __attribute__((weak));
extern void *__stop_esp_functions[] __attribute__((weak));

static int by_address(const void *a, const void *b) {
  const uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;
  return x < y ? -1 : x > y;
}

void esp_sort_functions(void) {
  qsort(__start_esp_functions, (size_t)(__stop_esp_functions - __start_esp_functions), sizeof(void *), by_address);
}

int esp_is_instrumented(const void *function) {
  return bsearch(&function, __start_esp_functions, (size_t)(__stop_esp_functions - __start_esp_functions),
                 sizeof(void *), by_address) != 0;
}

/* pass: before a call through a pointer: code that we do not see makes the path approximate. */
void __esp_indirect(void *callee, uint8_t *site) {
  if (!esp_is_instrumented(callee)) {
    esp_look();
    __esp_approximate(0, site);
  }
}
