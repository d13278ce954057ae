/* Shadow memory: which label each byte of memory carries.
 *
 * A word is `label << 3 | byte index`, so that storing and loading a value of several bytes
 * makes no extract and concat nodes.  Symbolic words are logged and wiped after the run; zeroing
 * stores, which the pass emits inline, need no log. */
#include <string.h>
#include <sys/mman.h>

#include "state.h"

typedef struct { uint32_t *first; uint64_t count; } span_entry;

#define LOG_CAPACITY (1u << 26)
static span_entry *log_entries;
static uint32_t log_count;

static inline uint32_t *shadow_of(const void *p) {
  const uint64_t address = (uint64_t)p & ((1ull << ESP_SHADOW_ADDRESS_BITS) - 1);
  return (uint32_t *)(ESP_SHADOW_BASE + (address << 2));
}

void esp_shadow_map(void) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void *p = mmap((void *)ESP_SHADOW_BASE, ESP_SHADOW_SIZE, PROT_READ | PROT_WRITE, flags, -1, 0);
  log_entries = mmap(0, LOG_CAPACITY * sizeof(span_entry), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p != (void *)ESP_SHADOW_BASE || log_entries == MAP_FAILED) __builtin_trap();
  madvise(p, ESP_SHADOW_SIZE, MADV_DONTDUMP);
  madvise(p, ESP_SHADOW_SIZE, MADV_NOHUGEPAGE); /* sparse use would cost 2 MB a touch */
}

void esp_shadow_reset(void) {
  for (uint32_t i = 0; i < log_count; i++) memset(log_entries[i].first, 0, log_entries[i].count * 4);
  log_count = 0;
}

static inline void remember(uint32_t *first, uint64_t count) {
  if (log_count > 0 && log_entries[log_count - 1].first == first && log_entries[log_count - 1].count >= count) return;
  if (log_count == LOG_CAPACITY) esp_shadow_reset(), esp_mem.control->cut |= ESP_CUT_NODES;
  log_entries[log_count++] = (span_entry){first, count};
}

/* The label of `size` bytes (1..8) at p that hold `value`; 0 if they are concrete.  Bytes whose value
 * is not what their node says were overwritten by code we do not see: their label is dropped. */
ESP_COLD uint32_t __esp_load(const void *p, uint32_t size, uint64_t value) {
  uint32_t *s = shadow_of(p);
  const uint32_t first = s[0];
  const uint32_t label = first >> 3;
  if (label != 0 && (first & 7) == 0) {
    const esp_node *n = &esp_mem.nodes[label];
    uint32_t i = 1;
    while (i < size && s[i] == first + i) i++;
    if (i == size && n->bits == size * 8) return n->value == value ? label : 0;
  }
  /* Collect maximal runs of bytes from one node (or constant), from the top byte down. */
  uint32_t result = 0;      /* label of the bytes joined so far, 0 = constant `joined_value` */
  uint32_t joined_bits = 0;
  uint64_t joined_value = 0;
  uint32_t symbolic = 0;
  int32_t i = (int32_t)size - 1;
  while (i >= 0) {
    const uint32_t byte_word = s[i];
    const esp_node *n = &esp_mem.nodes[byte_word >> 3];
    int32_t low = i; /* lowest byte of this run */
    uint32_t piece = 0;
    if (byte_word >> 3 != 0 && (uint8_t)(n->value >> 8 * (byte_word & 7)) == (uint8_t)(value >> 8 * i)) {
      while (low > 0 && (s[low] & 7) > 0 && s[low - 1] == s[low] - 1 &&
             (uint8_t)(n->value >> 8 * (s[low - 1] & 7)) == (uint8_t)(value >> 8 * (low - 1)))
        low--;
      const uint32_t offset = s[low] & 7;
      const uint32_t bits = (uint32_t)(i - low + 1) * 8;
      const uint64_t bytes = value >> 8 * low & esp_mask(bits);
      piece = offset == 0 && bits == n->bits ? byte_word >> 3
                                             : esp_node_make(ESP_OP_Extract, bits, byte_word >> 3, 0, 0, 8 * offset, bytes);
    }
    const uint32_t bits = (uint32_t)(i - low + 1) * 8;
    const uint64_t bytes = value >> 8 * low & esp_mask(bits);
    symbolic |= piece;
    if (joined_bits == 0) {
      result = piece;
      joined_value = bytes;
    } else {
      const uint64_t whole = joined_value << bits | bytes;
      if ((result | piece) != 0)
        result = esp_node_make(ESP_OP_Concat, joined_bits + bits, result, piece, 0,
                               result == 0 ? joined_value : piece == 0 ? bytes : 0, whole);
      joined_value = whole;
    }
    joined_bits += bits;
    i = low - 1;
  }
  return symbolic ? result : 0;
}

/* The bytes at p now hold a value with this label (0: concrete). */
ESP_COLD void __esp_store(void *p, uint32_t size, uint32_t label) {
  uint32_t *s = shadow_of(p);
  if (label == 0) {
    for (uint32_t i = 0; i < size; i++) s[i] = 0;
    return;
  }
  for (uint32_t i = 0; i < size; i++) s[i] = label << 3 | i;
  remember(s, size);
}

static int any_symbolic(const uint32_t *s, uint64_t count) {
  uint32_t any = 0;
  for (uint64_t i = 0; i < count; i++) any |= s[i];
  return any != 0;
}

void __esp_clear(void *p, uint64_t size) { memset(shadow_of(p), 0, size * 4); }

/* memcpy and memmove; called before the bytes move, so that overlap is as for the bytes. */
void __esp_copy(void *to, const void *from, uint64_t size) {
  uint32_t *t = shadow_of(to);
  const uint32_t *f = shadow_of(from);
  const int symbolic = any_symbolic(f, size);
  memmove(t, f, size * 4);
  if (symbolic) remember(t, size);
}

/* memset with a byte that may be symbolic. */
void __esp_fill(void *p, uint32_t label, uint64_t size) {
  uint32_t *s = shadow_of(p);
  if (label == 0) {
    memset(s, 0, size * 4);
    return;
  }
  for (uint64_t i = 0; i < size; i++) s[i] = label << 3;
  remember(s, size);
}

/* A struct passed by value: its copy has the labels of the original, if we know it. */
void __esp_copy_or_clear(void *to, const void *from, uint64_t size) {
  if (from)
    __esp_copy(to, from, size);
  else
    __esp_clear(to, size);
}

/* pass: a value of a type without terms was read here. */
ESP_COLD void __esp_lost_memory(const void *p, uint64_t size, uint8_t *site) {
  __esp_lost((uint32_t)any_symbolic(shadow_of(p), size), site);
}
