/* The unit's heap: an arena that every run starts afresh, so that nothing leaks from one run into
 * the next and addresses are the same in each.  Calls of malloc and its kin in instrumented code
 * come here; the C library keeps its own heap. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "state.h"

#define HEAP_BASE ((char *)0x610000000000ull)
#define HEAP_SIZE (64ull << 30)
#define CLASSES 64 /* size classes: powers of two from 16 bytes on */

typedef struct block { /* before every allocation; keeps 16-byte alignment */
  uint64_t size;
  struct block *next_free;
} block;

static char *heap_top;    /* first byte never used in this run */
static char *heap_dirty;  /* bytes from here on are still zero as mapped */
static uint64_t heap_live, heap_limit;
static block *heap_free[CLASSES];

void esp_heap_map(void) {
  void *p = mmap(HEAP_BASE, HEAP_SIZE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p != HEAP_BASE) __builtin_trap();
  heap_top = heap_dirty = HEAP_BASE;
}

void esp_heap_reset(uint64_t limit) {
  heap_limit = limit;
  if (heap_top == HEAP_BASE) return;
  if (heap_dirty - HEAP_BASE > (16 << 20)) { /* give large amounts back instead of zeroing them later */
    madvise(HEAP_BASE, (size_t)(heap_dirty - HEAP_BASE), MADV_DONTNEED);
    heap_dirty = HEAP_BASE;
  }
  heap_top = HEAP_BASE;
  heap_live = 0;
  memset(heap_free, 0, sizeof heap_free);
}

static int class_of(uint64_t size) { return size <= 16 ? 0 : 64 - __builtin_clzll(size - 1) - 4; }

static int is_ours(const void *p) { return (const char *)p >= HEAP_BASE && (const char *)p < HEAP_BASE + HEAP_SIZE; }

static void *allocate(uint64_t size, int zero) {
  if (size >= HEAP_SIZE / 4) return 0; /* as the C library does for sizes nobody has */
  const int c = class_of(size);
  const uint64_t room = 16ull << c;
  heap_live += room;
  if (heap_live > heap_limit) esp_finish(ESP_MEMORY, 0, 0, ESP_CALLER);
  block *b = heap_free[c];
  if (b) {
    heap_free[c] = b->next_free;
    b->size = size;
    if (zero) memset(b + 1, 0, size);
    __esp_clear(b + 1, size);
    return b + 1;
  }
  if (heap_top + sizeof(block) + room > HEAP_BASE + HEAP_SIZE)
    esp_finish(ESP_MEMORY, 0, 0, ESP_CALLER);
  b = (block *)heap_top;
  heap_top += sizeof(block) + room;
  /* Fresh memory reads as zero in every run: reproducible even for units that read it uninitialised. */
  if (heap_top > heap_dirty) {
    if ((char *)b < heap_dirty) memset(b, 0, (size_t)(heap_dirty - (char *)b));
    heap_dirty = heap_top;
  } else {
    memset(b + 1, 0, room);
  }
  b->size = size;
  return b + 1;
}

void *__esp_malloc(uint64_t size) { return allocate(size, 0); }

void *__esp_calloc(uint64_t count, uint64_t size) {
  uint64_t total;
  if (__builtin_mul_overflow(count, size, &total)) return 0;
  return allocate(total, 1);
}

void __esp_free(void *p) {
  if (!p) return;
  if (!is_ours(p)) { /* from strdup, getline and the like */
    free(p);
    return;
  }
  block *b = (block *)p - 1;
  const int c = class_of(b->size);
  heap_live -= 16ull << c;
  b->next_free = heap_free[c];
  heap_free[c] = b;
}

void *__esp_realloc(void *p, uint64_t size) {
  if (!p) return allocate(size, 0);
  if (!is_ours(p)) return realloc(p, size);
  const uint64_t old = ((block *)p - 1)->size;
  void *q = allocate(size, 0);
  if (!q) return 0;
  const uint64_t kept = old < size ? old : size;
  __esp_copy(q, p, kept);
  memcpy(q, p, kept);
  __esp_free(p);
  return q;
}
