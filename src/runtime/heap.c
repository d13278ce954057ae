/* The unit's heap: an arena that every run starts afresh, so that nothing leaks from one run into
 * the next and addresses are the same in each.  Calls of malloc and its kin in instrumented code
 * come here; the C library keeps its own heap. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "state.h"

#define HEAP_BASE ((char *)0x610000000000ull)
#define HEAP_SIZE (64ull << 30)
#define CLASSES 64 /* size classes: powers of two from 16 bytes on */

/* Freed blocks are not used again before this much was allocated: touching them is a finding. */
#define QUARANTINE (1 << 20)
#define FREED_POISON 4096 /* bytes of a freed block that are guarded, at most */

typedef struct block { /* before every allocation; keeps 16-byte alignment */
  uint64_t size;
  struct block *next_free;
} block;

#define LIVE ((block *)-1) /* next_free of a block in use */

static char *heap_top;    /* first byte never used in this run */
static char *heap_dirty;  /* bytes from here on are still zero as mapped */
static uint64_t heap_live, heap_limit;
static block *heap_free[CLASSES];

/* Where the blocks of this run begin, ascending, so that an address inside tells its block. */
#define BLOCKS (HEAP_SIZE / (sizeof(block) + 16))
static block **blocks;
static uint64_t block_count;

void esp_heap_map(void) {
  void *p = mmap(HEAP_BASE, HEAP_SIZE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p != HEAP_BASE) __builtin_trap();
  heap_top = heap_dirty = HEAP_BASE;
  blocks = mmap(0, BLOCKS * sizeof *blocks, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (blocks == MAP_FAILED) __builtin_trap();
}

void esp_heap_reset(uint64_t limit) {
  heap_limit = limit;
  if (heap_top == HEAP_BASE) return;
  if (heap_dirty - HEAP_BASE > (16 << 20)) { /* give large amounts back instead of zeroing them later */
    madvise(HEAP_BASE, (size_t)(heap_dirty - HEAP_BASE), MADV_DONTNEED);
    heap_dirty = HEAP_BASE;
  }
  heap_top = HEAP_BASE;
  block_count = 0;
  heap_live = 0;
  memset(heap_free, 0, sizeof heap_free);
}

static int class_of(uint64_t size) { return size <= 16 ? 0 : 64 - __builtin_clzll(size - 1) - 4; }

static int is_ours(const void *p) { return (const char *)p >= HEAP_BASE && (const char *)p < HEAP_BASE + HEAP_SIZE; }

/* The bytes around a block belong to nothing. */
static void *guarded(block *b, uint64_t size) {
  b->size = size;
  b->next_free = LIVE;
  esp_poison(b, sizeof *b, ESP_POISON_GAP);
  const uint64_t slack = (16ull << class_of(size)) - size;
  if (slack > 0) esp_poison((char *)(b + 1) + size, slack < 64 ? slack : 64, ESP_POISON_GAP);
  return b + 1;
}

static void *too_much(void) {
  errno = ENOMEM;
  return 0;
}

static void *allocate_aligned(uint64_t alignment, uint64_t size, int zero) {
  if (size >= HEAP_SIZE / 4 || alignment >= HEAP_SIZE / 4) return too_much(); /* as the C library does for sizes nobody has */
  const int c = class_of(size);
  const uint64_t room = 16ull << c;
  heap_live += room;
  if (heap_live > heap_limit) esp_finish(ESP_MEMORY, 0, 0, ESP_CALLER);
  block *b = heap_free[c];
  if (b && (uint64_t)(b + 1) % alignment == 0 && heap_top - HEAP_BASE > QUARANTINE) {
    heap_free[c] = b->next_free;
    if (zero) memset(b + 1, 0, size);
    esp_unpoison(b + 1, room);
    return guarded(b, size);
  }
  const uint64_t start = ((uint64_t)heap_top + sizeof(block) + alignment - 1) & ~(alignment - 1);
  if ((char *)start + room > HEAP_BASE + HEAP_SIZE) esp_finish(ESP_MEMORY, 0, 0, ESP_CALLER);
  b = (block *)start - 1;
  heap_top = (char *)start + room;
  /* Fresh memory reads as zero in every run: reproducible even for units that read it uninitialised. */
  if (heap_top > heap_dirty) {
    if ((char *)b < heap_dirty) memset(b, 0, (size_t)(heap_dirty - (char *)b));
    heap_dirty = heap_top;
  } else {
    memset(b + 1, 0, room);
  }
  if (block_count < BLOCKS) blocks[block_count++] = b;
  return guarded(b, size);
}

static void *allocate(uint64_t size, int zero) { return allocate_aligned(16, size, zero); }

/* Like esp_find_object, for allocations that are still alive. */
int esp_heap_find(uint64_t address, esp_object *found) {
  if (!is_ours((const void *)address)) return 0;
  uint64_t low = 0, high = block_count; /* the last block that begins at or before the address */
  while (low < high) {
    const uint64_t middle = (low + high) / 2;
    if ((uint64_t)(blocks[middle] + 1) <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return 0;
  const block *b = blocks[low - 1];
  *found = (esp_object){(uint64_t)(b + 1), b->size};
  return b->next_free == LIVE && address <= found->start + found->size;
}

void *__esp_malloc(uint64_t size) { return esp_by_hand ? malloc(size) : allocate(size, 0); }

void *__esp_calloc(uint64_t count, uint64_t size) {
  uint64_t total;
  if (esp_by_hand) return calloc(count, size);
  if (__builtin_mul_overflow(count, size, &total)) return too_much();
  return allocate(total, 1);
}

static int is_block(const void *p) {
  esp_object o;
  return esp_heap_find((uint64_t)p, &o) && o.start == (uint64_t)p;
}

static __attribute__((noreturn)) void bad_free(void *p, uint64_t pc) {
  for (uint64_t i = 0; i < block_count; i++)
    if (blocks[i] + 1 == p) esp_finish(ESP_DOUBLE_FREE, 0, (uint64_t)p, pc);
  esp_finish(ESP_BAD_FREE, 0, (uint64_t)p, pc);
}

static void release(void *p, uint64_t pc) {
  if (!p) return;
  if (!is_ours(p)) {
    esp_object o;
    if (!esp_by_hand && esp_find_object((uint64_t)p, &o)) esp_finish(ESP_BAD_FREE, 0, (uint64_t)p, pc);
    free(p); /* from strdup, getline and the like */
    return;
  }
  if (!is_block(p)) bad_free(p, pc);
  block *b = (block *)p - 1;
  const int c = class_of(b->size);
  esp_unpoison(p, b->size);
  if (b->size > 0) esp_poison(p, b->size < FREED_POISON ? b->size : FREED_POISON, ESP_POISON_FREED);
  heap_live -= 16ull << c;
  b->next_free = heap_free[c];
  heap_free[c] = b;
}

void __esp_free(void *p) { release(p, ESP_CALLER); }

uint64_t __esp_usable_size(void *p) {
  return p && is_ours(p) ? ((block *)p - 1)->size : malloc_usable_size(p);
}

/* Blocks of the C library, too, move to our heap: their labels have to go with them. */
static void *resize(void *p, uint64_t size, uint64_t pc) {
  if (!p) return __esp_malloc(size);
  if (!is_ours(p) && esp_by_hand) return realloc(p, size);
  if (size == 0) { /* as the C library does */
    release(p, pc);
    return 0;
  }
  esp_object o;
  if (is_ours(p) ? !is_block(p) : esp_find_object((uint64_t)p, &o)) bad_free(p, pc);
  const uint64_t old = __esp_usable_size(p);
  void *q = __esp_malloc(size);
  if (!q) return 0;
  const uint64_t kept = old < size ? old : size;
  __esp_copy(q, p, kept);
  memcpy(q, p, kept);
  release(p, pc);
  return q;
}

void *__esp_realloc(void *p, uint64_t size) { return resize(p, size, ESP_CALLER); }

void *__esp_reallocarray(void *p, uint64_t count, uint64_t size) {
  uint64_t total;
  if (__builtin_mul_overflow(count, size, &total)) return too_much();
  return resize(p, total, ESP_CALLER);
}

void *__esp_aligned_alloc(uint64_t alignment, uint64_t size) {
  if (esp_by_hand) return aligned_alloc(alignment, size);
  uint64_t power = 16; /* the C library rounds up, too */
  while (power < alignment && power < HEAP_SIZE) power *= 2;
  return allocate_aligned(power, size, 0);
}

int __esp_posix_memalign(void **p, uint64_t alignment, uint64_t size) {
  if (esp_by_hand) return posix_memalign(p, alignment, size);
  if (alignment < sizeof *p || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *memory = __esp_aligned_alloc(alignment, size);
  if (!memory) return ENOMEM;
  *p = memory;
  return 0;
}
