/* Objects that harnesses make for pointer parameters.  Each ends where a page without access begins,
 * so that the first byte past its end is a fault and not a silent change of something else. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "espalier.h"
#include "state.h"

#define PAGE 4096ull
#define OBJECTS 4096

typedef struct { char *pages; uint64_t size; } place; /* size without the guard */

static place places[OBJECTS]; /* the n-th object of every run, kept from run to run */
static uint32_t used;

void esp_objects_reset(void) { used = 0; }

void *espalier_object(uint64_t size) {
  const uint64_t whole = (size + PAGE - 1) & ~(PAGE - 1);
  if (used == OBJECTS) esp_finish(ESP_MEMORY, 0, 0, ESP_CALLER);
  place *p = &places[used++];
  if (p->size < whole) {
    if (p->pages) munmap(p->pages, p->size + PAGE);
    p->pages = mmap(0, whole + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p->pages == MAP_FAILED) _exit(124);
    mprotect(p->pages + whole, PAGE, PROT_NONE);
    p->size = whole;
  }
  char *object = p->pages + p->size - size;
  memset(object, 0, size);
  return object;
}

/* Is this the guard behind one of this run's objects? */
int esp_past_an_object(uint64_t address) {
  for (uint32_t i = 0; i < used; i++) {
    const uint64_t end = (uint64_t)places[i].pages + places[i].size;
    if (address >= end && address < end + PAGE) return 1;
  }
  return 0;
}
