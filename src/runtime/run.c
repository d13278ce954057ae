/* Serves the driver: waits for requests, runs a unit, survives what it does. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "espalier.h"
#include "state.h"
#include "surroundings.h"
#include "version.h"

esp_shared esp_mem;
esp_run_state esp_now;
esp_program_hooks esp_program;
int esp_by_hand;

extern esp_global __start_esp_globals[] __attribute__((weak));
extern esp_global __stop_esp_globals[] __attribute__((weak));
extern char __esp_needs_isolation __attribute__((weak));

/* ---- globals: as they were at start, in every run ------------------------------------------ */

static char *snapshot;

static void take_snapshot(void) {
  uint64_t total = 0;
  for (esp_global *g = __start_esp_globals; g < __stop_esp_globals; g++) total += g->size;
  if (total == 0) return;
  snapshot = malloc(total);
  char *to = snapshot;
  for (esp_global *g = __start_esp_globals; g < __stop_esp_globals; to += g->size, g++)
    memcpy(to, g->address, g->size);
}

static void restore_snapshot(void) {
  const char *from = snapshot;
  for (esp_global *g = __start_esp_globals; g < __stop_esp_globals; from += g->size, g++)
    memcpy(g->address, from, g->size);
}

/* ---- the hand-over ---------------------------------------------------------------------- */

static void futex_wake(uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, 0, 0, 0); }

void esp_reply(void) {
  esp_control *c = esp_mem.control;
  __atomic_store_n(&c->reply, c->request, __ATOMIC_RELEASE);
  futex_wake(&c->reply);
}

void esp_forget_run(void) {
  esp_control *c = esp_mem.control;
  c->cut = esp_program.ran_before ? ESP_CUT_BEFORE : 0;
  c->message[0] = 0;
  c->batch_done = 0;
}

void esp_await_request(void) {
  esp_control *c = esp_mem.control;
  const uint32_t served = c->reply;
  while (__atomic_load_n(&c->request, __ATOMIC_ACQUIRE) == served)
    syscall(SYS_futex, &c->request, FUTEX_WAIT, served, 0, 0, 0);
  esp_forget_run();
}

/* Copies what the run left to where the driver looks. */
void esp_publish(void) {
  esp_control *c = esp_mem.control;
  c->trace_count = esp_now.trace_count;
  c->node_count = esp_now.node_count;
  c->input_used = esp_now.input_used;
  c->steps = c->step_limit - (uint64_t)(__esp_steps < 0 ? 0 : __esp_steps);
  memcpy(esp_mem.coverage, __start_esp_cov, c->edge_count);
}

/* ---- one run ------------------------------------------------------------------------------ */

static void prepare(const uint64_t *inputs) {
  esp_control *c = esp_mem.control;
  esp_now.node_count = 1;
  esp_now.node_limit = c->mode == ESP_MODE_CONCOLIC ? c->node_limit : 0;
  esp_now.labels_on = c->mode == ESP_MODE_CONCOLIC;
  esp_now.trace_count = 0;
  esp_now.trace_end = (uint32_t)c->trace_capacity;
  esp_now.symbolic_left = c->trace_limit;
  esp_now.forced_at = 0;
  esp_now.forced_end = c->mode == ESP_MODE_CONCOLIC ? c->forced_count : 0;
  esp_now.input_count = c->input_count;
  esp_now.input_used = 0;
  esp_now.has_written = esp_now.is_read_along = 0;
  esp_now.inputs = inputs;
  __esp_steps = (int64_t)c->step_limit;
  __esp_height = esp_now.told_height = esp_now.told_too_deep = 0;
  __esp_telling = c->telling;
  esp_now.lately_count = 0;
  __esp_arg_token = __esp_ret_token = 0;
  errno = 0;
  c->output_count = c->frame_count = 0;
  esp_heap_reset(c->memory_limit);
  esp_objects_reset();
  if (esp_program.prepare && !esp_early) esp_program.prepare();
}

static void run_unit(const uint64_t *inputs) {
  esp_control *c = esp_mem.control;
  prepare(inputs);
  esp_restore_float_state();
  if (sigsetjmp(esp_now.back, 0) == 0) {
    esp_now.running = 1;
    espalier_units[c->unit].run();
    c->status = ESP_OK;
  }
  esp_now.running = 0;
  esp_restore_rounding();
}

static void clean_up(void) {
  esp_shadow_reset();
  restore_snapshot();
  esp_restore_surroundings();
}

static void run_one(void) {
  esp_control *c = esp_mem.control;
  memset(__start_esp_cov, 0, c->edge_count);
  run_unit(esp_mem.inputs);
  esp_publish();
  if (!esp_now.in_child) clean_up();
}

/* Many inputs, one answer: the coverage of all, who brought something new, and how near each came. */
static void run_batch(void) {
  esp_control *c = esp_mem.control;
  const uint32_t edges = c->edge_count, objectives = c->objective_count;
  uint8_t *seen = esp_mem.coverage;
  c->steps = 0;
  for (uint32_t i = 0; i < c->batch_count; i++) {
    memset(__start_esp_cov, 0, edges);
    if (objectives != 0) esp_distance_reset();
    run_unit(esp_mem.inputs + (uint64_t)i * c->input_count);
    uint8_t news = 0;
    uint32_t covered = 0;
    for (uint32_t e = 0; e < edges; e++) {
      const uint8_t taken = __start_esp_cov[e];
      news |= (uint8_t)(taken & ~seen[e]);
      covered += taken & (seen[e] >> 1);
      seen[e] |= taken;
    }
    if (objectives != 0) esp_distance_judge(objectives, esp_mem.fitness + (uint64_t)i * objectives);
    esp_mem.batch[i] = (esp_batch_result){(uint8_t)c->status, news & 1, (uint16_t)covered};
    c->steps += c->step_limit - (uint64_t)(__esp_steps < 0 ? 0 : __esp_steps);
    c->batch_done = i + 1;
    clean_up();
  }
}

static void run_request(void) {
  if (esp_mem.control->mode == ESP_MODE_BATCH)
    run_batch();
  else
    run_one();
}

/* Maps shared pages all at once (since Linux 5.14), which a forked process would do fault by fault. */
static void will_write(void *region, uint64_t size) {
  const uint64_t first = (uint64_t)region & ~(ESP_PAGE - 1);
  if (size != 0) madvise((void *)first, (uint64_t)region + size - first, MADV_POPULATE_WRITE);
}

void esp_expect_run(void) {
  esp_control *c = esp_mem.control;
  c->begun++;
  c->status = ESP_DIED;
  c->trace_count = c->node_count = c->output_count = c->frame_count = 0;
  if (c->mode != ESP_MODE_BATCH) memset(esp_mem.coverage, 0, c->edge_count); /* there it is a question */
}

/* A child of its own for each run: for units that start threads, open files or cannot be reset. */
int esp_fork_run(void) {
  esp_control *c = esp_mem.control;
  const uint32_t likely_records = c->trace_count, likely_nodes = c->node_count; /* as many as the run before */
  esp_expect_run();
  const pid_t parent = getpid();
  if (esp_program.prepare) esp_adopt_orphans();
  const pid_t child = _Fork(); /* perhaps from within a signal handler */
  if (child != 0) return child;
  esp_now.in_child = 1;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  if (esp_program.prepare) setpgid(0, 0); /* what the program forks goes with it */
  c->pid = (uint32_t)getpid();
  will_write(esp_mem.trace, likely_records * sizeof *esp_mem.trace);
  will_write(esp_mem.nodes, likely_nodes * sizeof *esp_mem.nodes);
  will_write(esp_mem.coverage, c->edge_count);
  return 0;
}

int esp_see_to_its_end(int run) {
  esp_control *c = esp_mem.control;
  int status = 0;
  while (waitpid(run, &status, 0) < 0 && errno == EINTR) {
  }
  c->pid = (uint32_t)getpid();
  if (esp_program.prepare) {
    kill(-run, SIGKILL);
    esp_end_orphans();
  }
  if (WIFSIGNALED(status) && c->status != ESP_TIMEOUT) {
    c->status = ESP_CRASH;
    c->detail = WTERMSIG(status);
    c->cut |= ESP_CUT_KILLED;
  } else if (WIFEXITED(status) && c->status == ESP_DIED) { /* by a way that we do not see, such as exec */
    c->status = ESP_EXIT;
    c->detail = WEXITSTATUS(status);
    c->cut |= ESP_CUT_KILLED;
  }
  if (esp_program.clean_up) esp_program.clean_up();
  return status;
}

/* False when the child served other requests instead, and this one is still open. */
static int run_isolated(void) {
  esp_control *c = esp_mem.control;
  const int early = esp_may_begin_early();
  c->early_pid = 0;
  const pid_t child = esp_fork_run();
  if (child == 0) {
    if (early) esp_begin_early();
    run_request();
    esp_end_process();
  }
  const int status = esp_see_to_its_end(child);
  if (c->early_pid == 0) return 1;
  const int is_open = WIFEXITED(status) && WEXITSTATUS(status) == ESP_OTHER_TERMS;
  if (!is_open) c->status = ESP_DIED; /* it was killed, and the run with it */
  c->early_pid = c->runner_pid = 0;
  return !is_open;
}

static void *region(uint64_t offset) { return (char *)esp_mem.control + offset; }

void esp_attach(int fd) {
  esp_control head;
  if (pread(fd, &head, sizeof head, 0) != sizeof head || head.version != ESP_VERSION) _exit(121);
  esp_control *c = mmap(0, head.total_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (c == MAP_FAILED) _exit(122);
  close(fd);
  esp_mem.control = c;
  esp_mem.inputs = region(c->input_offset);
  esp_mem.outputs = region(c->output_offset);
  esp_mem.coverage = region(c->coverage_offset);
  esp_mem.batch = region(c->batch_offset);
  esp_mem.approaches = region(c->approach_offset);
  esp_mem.fitness = region(c->fitness_offset);
  esp_mem.trace = region(c->trace_offset);
  esp_mem.nodes = region(c->node_offset);
  esp_mem.forced = region(c->forced_offset);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  unsetenv(ESP_ENV_FD);
}

void esp_serve(void) {
  esp_control *c = esp_mem.control;
  c->pid = (uint32_t)getpid();
  c->edge_count = (uint32_t)(__stop_esp_cov - __start_esp_cov);
  c->unit_count = espalier_unit_count;
  c->must_isolate = esp_program.must_isolate || &__esp_needs_isolation != 0;
  if (c->edge_count > c->coverage_capacity) _exit(123);
  esp_heap_map();
  esp_sort_functions();
  esp_distance_start(c->edge_count);
  esp_objects_start();
  esp_catch_endings();
  esp_remember_surroundings(); /* first: malloc may be the program's own, whose state is part of the snapshot */
  take_snapshot();

  c->reply = c->request;
  __atomic_store_n(&c->ready, 1, __ATOMIC_RELEASE);
  futex_wake(&c->ready);
  for (;;) {
    esp_await_request();
    if (c->isolate || c->must_isolate) {
      if (!run_isolated()) continue;
    } else {
      run_request();
      if (esp_program.clean_up) esp_program.clean_up();
    }
    esp_reply();
  }
}
