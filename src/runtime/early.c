/* The part that all runs of a program share is run once.
 *
 * Until a program looks at its inputs, every run does the same.  A run that begins early has no inputs yet: they
 * are hidden.  Where it is about to look at one, or to do what later runs must not find done, it stops and becomes
 * the process that serves the driver: runs get their inputs and go on from there, in a fork of it that is rewound after
 * each of them (runner.c), or in a fork each.
 *
 *   serving process --fork--> early process (main ... first look at an input) --fork--> a run, another, ...
 *
 * Hidden are pages without access, for whoever touches an argument; poison in the shadow, for those of us who look
 * there only; and questions of the models for a source. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "espalier.h"
#include "state.h"

int esp_early;

/* ---- what the run was begun with ------------------------------------------------------------ */

typedef struct {
  uint32_t mode, unit, telling, trace_limit, node_limit, cell_limit;
  uint64_t step_limit, memory_limit;
} terms;

static terms begun;

static terms terms_of_request(void) {
  const esp_control *c = esp_mem.control;
  return (terms){c->mode,       c->unit,       c->telling,    c->trace_limit,
                 c->node_limit, c->cell_limit, c->step_limit, c->memory_limit};
}

/* A forced run may be told where to go before it has inputs, and many inputs need many beginnings. */
int esp_may_begin_early(void) {
  const esp_control *c = esp_mem.control;
  return c->early && c->forced_count == 0 && c->mode != ESP_MODE_BATCH &&
         !esp_has_source(ESP_SOURCE_ENVIRONMENT); /* the C library may have looked already */
}

int esp_fits(void) {
  const terms now = terms_of_request();
  return esp_may_begin_early() && memcmp(&now, &begun, sizeof now) == 0;
}

/* ---- files that are open -------------------------------------------------------------------- */

static uint8_t open_before[ESP_DESCRIPTORS]; /* ours */
static off_t position[ESP_DESCRIPTORS];      /* of a file that the program opened; -1: none */

static int is_open(int fd) { return fcntl(fd, F_GETFD) >= 0; }

/* 0 if something is open that each run cannot have for itself. */
static int note_files(void) {
  for (int fd = 0; fd < ESP_DESCRIPTORS; fd++) {
    struct stat st;
    position[fd] = -1;
    if (open_before[fd] || !is_open(fd)) continue;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) return 0;
    position[fd] = lseek(fd, 0, SEEK_CUR);
  }
  return !is_open(ESP_DESCRIPTORS);
}

int esp_is_early_file(long fd) { return fd >= 0 && fd < ESP_DESCRIPTORS && position[fd] >= 0; }

/* Where a run that was taken back began. */
static void rewind_files(void) {
  for (int fd = 0; fd < ESP_DESCRIPTORS; fd++)
    if (position[fd] >= 0) lseek(fd, position[fd], SEEK_SET);
}

/* Descriptors that were inherited share their position with all other runs. */
static void have_own_files(void) {
  for (int fd = 0; fd < ESP_DESCRIPTORS; fd++) {
    if (position[fd] < 0) continue;
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const int flags = fcntl(fd, F_GETFD);
    const int own = open(path, O_RDONLY);
    if (own < 0 || dup3(own, fd, flags & FD_CLOEXEC ? O_CLOEXEC : 0) != fd) _exit(125);
    close(own);
    lseek(fd, position[fd], SEEK_SET);
  }
}

/* ---- the turn ------------------------------------------------------------------------------- */

void esp_begin_early(void) {
  begun = terms_of_request();
  for (int fd = 0; fd < ESP_DESCRIPTORS; fd++) open_before[fd] = (uint8_t)is_open(fd);
  esp_early = 1;
}

static void get_inputs(void) {
  esp_early = 0;
  esp_now.input_count = esp_mem.control->input_count;
  esp_program.prepare();
  esp_program.show();
}

/* Returns in the process of a run, which has its inputs now. */
void esp_serve_from_here(void) {
  const int saved = errno;
  esp_control *c = esp_mem.control;
  if (!note_files()) { /* then this is a run like any other, and so are all that follow */
    c->early = 0;
    get_inputs();
    errno = saved;
    return;
  }
  c->early_pid = (uint32_t)getpid();
  const uint32_t cut = c->cut;
  while (!esp_runs_here()) {
    if (!esp_fits()) _exit(ESP_OTHER_TERMS);
    const pid_t run = esp_fork_run();
    if (run == 0) {
      esp_leave_runner();
      break;
    }
    esp_see_to_its_end(run);
    esp_reply();
    if (!esp_has_runner()) esp_await_request();
  }
  c->cut |= cut;
  if (esp_in_place)
    rewind_files();
  else
    have_own_files();
  get_inputs();
  if (esp_in_place) esp_watch_calls();
  errno = saved;
}

/* ---- who calls ------------------------------------------------------------------------------ */

/* pass: the program calls code that we do not see. */
void __esp_leave(void) { esp_look(); }

/* pass: ... to open a file.  What is read there is the same for all, unless it is a source. */
void __esp_leave_to_open(int flags) {
  if (!esp_early) return;
  if ((flags & ~(O_CLOEXEC | O_LARGEFILE)) != O_RDONLY) esp_look();
  esp_program.look_for_files();
}

/* pass: ... to close one.  Not one of ours, nor one that may be a source. */
void __esp_leave_to_close(int fd) {
  if (fd < 0 || fd >= ESP_DESCRIPTORS || open_before[fd]) esp_look();
}
