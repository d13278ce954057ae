/* Constructors and destructors of the program, from tables that the pass makes.  What other code wants done before main
 * the C library has done by then. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "program.h"
#include "state.h"

typedef const esp_around_main *entry;

extern const esp_around_main __start_esp_constructors[] __attribute__((weak));
extern const esp_around_main __stop_esp_constructors[] __attribute__((weak));
extern const esp_around_main __start_esp_destructors[] __attribute__((weak));
extern const esp_around_main __stop_esp_destructors[] __attribute__((weak));

static uint64_t place_of(entry e, int backwards) { return backwards ? UINT32_MAX - e->priority : e->priority; }

/* Low priorities first, and as they were linked; or the other way round. */
static void call_all(entry first, entry end, int backwards, int argc, char **argv) {
  uint64_t left = 0; /* the first place in the order that had no turn */
  for (;;) {
    uint64_t next = UINT64_MAX;
    for (entry e = first; e < end; e++)
      if (place_of(e, backwards) >= left && place_of(e, backwards) < next) next = place_of(e, backwards);
    if (next == UINT64_MAX) return;
    for (ptrdiff_t i = 0; i < end - first; i++) {
      entry e = backwards ? end - 1 - i : first + i;
      if (place_of(e, backwards) == next) e->function(argc, argv, environ);
    }
    left = next + 1;
  }
}

static void call_destructors(void) { call_all(__start_esp_destructors, __stop_esp_destructors, 1, 0, 0); }

int esp_has_any_around_main(void) {
  return __start_esp_constructors < __stop_esp_constructors || __start_esp_destructors < __stop_esp_destructors;
}

void esp_before_main(int argc, char **argv) {
  /* What is registered first is called last. */
  if (__start_esp_destructors < __stop_esp_destructors) atexit(call_destructors);
  call_all(__start_esp_constructors, __stop_esp_constructors, 0, argc, argv);
}
