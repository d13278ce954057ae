/* Which object an address belongs to: those that harnesses make, blocks of the heap, local arrays, globals.
 *
 * Objects that harnesses make for pointer parameters end where a page without access begins, so that
 * the first byte past their end is a fault and not a silent change of something else. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "espalier.h"
#include "state.h"

#define OBJECTS 4096

typedef struct { char *pages; uint64_t size; } place; /* size without the guard */

static place places[OBJECTS]; /* the n-th object of every run, kept from run to run */
static esp_object made[OBJECTS];
static uint8_t hidden[OBJECTS];
static uint8_t on_heap[OBJECTS]; /* made by espalier_heap_object: the heap knows its end and its life */
static uint32_t used;

/* ---- globals ------------------------------------------------------------------------------ */

extern esp_global __start_esp_objects[] __attribute__((weak));
extern esp_global __stop_esp_objects[] __attribute__((weak));

static int by_address(const void *a, const void *b) {
  const esp_global *x = a, *y = b;
  return x->address < y->address ? -1 : x->address > y->address;
}

void esp_objects_start(void) {
  qsort(__start_esp_objects, (size_t)(__stop_esp_objects - __start_esp_objects), sizeof(esp_global), by_address);
  for (esp_global *g = __start_esp_objects; g < __stop_esp_objects; g++)
    esp_poison_for_ever((char *)g->address + g->size, ESP_GAP);
}

static int find_global(uint64_t address, esp_object *found) {
  const esp_global *low = __start_esp_objects, *high = __stop_esp_objects;
  while (low < high) {
    const esp_global *middle = low + (high - low) / 2;
    if ((uint64_t)middle->address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == __start_esp_objects) return 0;
  *found = (esp_object){(uint64_t)low[-1].address, low[-1].size};
  return address <= found->start + found->size;
}

/* ---- local arrays ------------------------------------------------------------------------- */

#define LOCALS (1u << 16)
static esp_object locals[LOCALS];
/* pass: local arrays of the functions that are running; a function takes its own away when it returns. */
uint32_t __esp_local_count;

/* pass: a function has a local array here. */
void __esp_local(void *start, uint64_t size) {
  if (__esp_local_count < LOCALS) locals[__esp_local_count] = (esp_object){(uint64_t)start, size};
  __esp_local_count++;
}

static int find_local(uint64_t address, esp_object *found) {
  for (uint32_t i = __esp_local_count < LOCALS ? __esp_local_count : LOCALS; i-- > 0;)
    if (address >= locals[i].start && address <= locals[i].start + locals[i].size) {
      *found = locals[i];
      return 1;
    }
  return 0;
}

/* ---- the harness's objects ---------------------------------------------------------------- */

void esp_objects_reset(void) {
  used = 0;
  __esp_local_count = 0;
}

void *espalier_object(uint64_t size) {
  const uint64_t whole = size == 0 ? ESP_PAGE : (size + ESP_PAGE - 1) & ~(ESP_PAGE - 1); /* nothing has an address, too */
  if (used == OBJECTS) esp_finish(ESP_MEMORY, 0, 0, ESP_CALLER);
  on_heap[used] = 0;
  place *p = &places[used++];
  if (p->size < whole) {
    if (p->pages) munmap(p->pages, p->size + ESP_PAGE);
    p->pages = mmap(0, whole + ESP_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p->pages == MAP_FAILED) _exit(124);
    mprotect(p->pages + whole, ESP_PAGE, PROT_NONE);
    p->size = whole;
  }
  char *object = p->pages + p->size - size;
  memset(object, 0, size);
  made[used - 1] = (esp_object){(uint64_t)object, size};
  const uint64_t before = p->size - size;
  if (before > 0) esp_poison(object - (before < 64 ? before : 64), before < 64 ? before : 64, ESP_POISON_GAP);
  return object;
}

static void set_hidden(void *object, int hide) {
  for (uint32_t i = 0; i < used; i++) {
    if (made[i].start != (uint64_t)object || hidden[i] == hide) continue;
    hidden[i] = (uint8_t)hide;
    mprotect(places[i].pages, places[i].size, hide ? PROT_NONE : PROT_READ | PROT_WRITE);
    if (hide)
      esp_poison(object, made[i].size, ESP_POISON_HIDDEN);
    else
      esp_unpoison(object, made[i].size);
  }
}

void esp_hide(void *object) { set_hidden(object, 1); }
void esp_show(void *object) { set_hidden(object, 0); }

void esp_show_all(void) {
  for (uint32_t i = 0; i < used; i++) esp_show((void *)made[i].start);
}

int esp_is_hidden(uint64_t address) {
  for (uint32_t i = 0; i < used; i++) {
    const uint64_t first = (uint64_t)places[i].pages;
    if (hidden[i] && address >= first && address < first + places[i].size) return 1;
  }
  return 0;
}

void *__esp_calloc(uint64_t count, uint64_t size); /* heap.c */

void *espalier_heap_object(uint64_t size) {
  void *object = __esp_calloc(1, size);
  if (used == OBJECTS || !object) esp_finish(ESP_MEMORY, 0, 0, ESP_CALLER);
  on_heap[used] = 1;
  made[used++] = (esp_object){(uint64_t)object, size};
  return object;
}

int espalier_is_alive(const void *object) {
  esp_object found;
  for (uint32_t i = 0; i < used; i++)
    if (made[i].start == (uint64_t)object && on_heap[i])
      return esp_heap_find(made[i].start, &found) && found.start == made[i].start;
  return 1;
}

static int find_made(uint64_t address, esp_object *found) {
  for (uint32_t i = 0; i < used; i++)
    if (!on_heap[i] && address >= made[i].start && address <= made[i].start + made[i].size) {
      *found = made[i];
      return 1;
    }
  return 0;
}

int esp_find_object(uint64_t address, esp_object *found) {
  return find_made(address, found) || esp_heap_find(address, found) || find_local(address, found) ||
         find_global(address, found);
}

uint64_t espalier_where(const void *pointer) {
  const uint64_t address = (uint64_t)pointer;
  for (uint32_t i = 0; i < used; i++)
    if (address >= made[i].start && address <= made[i].start + made[i].size)
      return (i + 2ull) << 32 | (address - made[i].start);
  return address != 0;
}

/* Is this the guard behind one of this run's objects? */
int esp_past_an_object(uint64_t address) {
  for (uint32_t i = 0; i < used; i++) {
    if (on_heap[i]) continue;
    const uint64_t end = (uint64_t)places[i].pages + places[i].size;
    if (address >= end && address < end + ESP_PAGE) return 1;
  }
  return 0;
}
