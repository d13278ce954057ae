/* Whole programs: their main is called by us, in every run.
 *
 * The linker hands us the call that starts main (espalier-cc says --wrap=__libc_start_main).  Started by hand, a
 * program does what it always does: configure scripts run what they compile. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "espalier.h"
#include "program.h"
#include "state.h"
#include "surroundings.h"

typedef int entry(int, char **, char **);

static entry *user_main;
static char **arguments;
static int argument_count;

/* ---- before main -------------------------------------------------------------------------- */

/* What the runtime writes to when nobody listens. */
static esp_control nobody;

static void listen_to_nobody(void) {
  esp_by_hand = 1;
  esp_mem.control = &nobody;
  esp_now.node_limit = esp_now.trace_end = esp_now.symbolic_left = esp_now.labels_on = 0;
  __esp_telling = 0;
  __esp_steps = INT64_MAX;
}

/* Before all constructors of the program: they are instrumented, too. */
static void at_start(void) {
  esp_shadow_map();
  listen_to_nobody();
}

__attribute__((section(".preinit_array"), used)) static void (*const first_of_all)(void) = at_start;

/* ---- what cannot be reset ----------------------------------------------------------------- */

extern const void *const __start_esp_externals[] __attribute__((weak));
extern const void *const __stop_esp_externals[] __attribute__((weak));

/* Instrumented code ran already: a function in .init_array, say, that is not one of C's constructors. */
static int ran_before(void) {
  for (const uint8_t *edge = __start_esp_cov; edge < __stop_esp_cov; edge++)
    if (*edge) return 1;
  return 0;
}

/* A call of code that is not instrumented and not known to leave nothing behind, or something that happens
 * around main. */
static int must_isolate(void) {
  for (const void *const *flag = __start_esp_externals; flag < __stop_esp_externals; flag++)
    if (!*flag) return 1;
  return esp_has_any_around_main() || ran_before() || esp_has_source(ESP_SOURCE_FILE) ||
         esp_has_source(ESP_SOURCE_ENVIRONMENT);
}

/* ---- runs --------------------------------------------------------------------------------- */

void __esp_exit(int code);

static int all_of_it(int argc, char **argv) {
  esp_before_main(argc, argv);
  return user_main(argc, argv, environ);
}

static void run(void) {
  esp_by_hand = 0;
  char **argv = alloca(((size_t)argument_count + 1) * sizeof *argv);
  memcpy(argv, arguments, ((size_t)argument_count + 1) * sizeof *argv);
  esp_give_arguments(argument_count, argv);
  __esp_exit(all_of_it(argument_count, argv));
}

const esp_unit espalier_units[] = {{"main", run}};
const uint32_t espalier_unit_count = 1;

static void clean_up(void) {
  if (esp_mem.control->isolate || esp_mem.control->must_isolate) esp_empty_scratch();
}

/* A child that the program forks is not watched. */
static void in_forked_child(void) {
  if (esp_now.running) listen_to_nobody();
}

static int program_main(int argc, char **argv, char **environment) {
  (void)environment;
  const char *fd = getenv(ESP_ENV_FD);
  if (!fd) return all_of_it(argc, argv);
  arguments = argv;
  argument_count = argc;
  esp_attach(atoi(fd));
  esp_start_sources();
  esp_put_code_on_huge_pages();
  esp_program = (esp_program_hooks){must_isolate(), ran_before(), esp_give_sources, esp_show_arguments, esp_look_for_files, clean_up};
  esp_remember_strings(argv); /* now: malloc may be the program's own, and would have run before */
  pthread_atfork(0, 0, in_forked_child);
  esp_serve();
}

int __real___libc_start_main(entry *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

int __wrap___libc_start_main(entry *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                             void (*rtld_fini)(void), void *stack_end) {
  user_main = main;
  return __real___libc_start_main(program_main, argc, argv, init, fini, rtld_fini, stack_end);
}
