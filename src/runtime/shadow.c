/* Shadow memory: which label each byte of memory carries.
 *
 * A word is `label << 3 | byte index`, so that storing and loading a value of several bytes
 * makes no extract and concat nodes.  Compiled code tests only the mark of the eight-byte granule it
 * touches and comes here when it is set.  What was made symbolic is logged and wiped after
 * the run. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "state.h"

typedef struct { char *first; uint64_t size; } span_entry;

#define LOG_CAPACITY (1u << 26)
static span_entry *log_entries;
static uint32_t log_count;

static inline uint32_t *shadow_of(const void *p) {
  const uint64_t address = (uint64_t)p & ((1ull << ESP_SHADOW_ADDRESS_BITS) - 1);
  return (uint32_t *)(ESP_SHADOW_BASE + (address << 2));
}

static inline uint8_t *mark_of(const void *p) {
  return (uint8_t *)(ESP_MARK_BASE + ((uint64_t)p >> ESP_MARK_SHIFT));
}

static void reserve(uint64_t base, uint64_t size) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (mmap((void *)base, size, PROT_READ | PROT_WRITE, flags, -1, 0) != (void *)base) _exit(124);
  madvise((void *)base, size, MADV_DONTDUMP);
  madvise((void *)base, size, MADV_NOHUGEPAGE); /* sparse use would cost 2 MB a touch */
}

void esp_shadow_map(void) {
  reserve(ESP_SHADOW_BASE, ESP_SHADOW_SIZE);
  reserve(ESP_MARK_BASE, ESP_MARK_SIZE);
  log_entries = mmap(0, LOG_CAPACITY * sizeof(span_entry), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (log_entries == MAP_FAILED) _exit(124);
}

/* Is any granule of these bytes marked? */
int esp_any_marked(const void *p, uint64_t size) {
  if (size == 0) return 0;
  const uint8_t *last = mark_of((const char *)p + size - 1);
  for (const uint8_t *m = mark_of(p); m <= last; m++)
    if (*m) return 1;
  return 0;
}

/* Who asks for labels before the bytes themselves are touched must not miss what is hidden. */
static inline void look_if_hidden(const uint32_t *words, uint64_t count) {
  for (uint64_t i = 0; esp_early && i < count; i++)
    if (words[i] == ESP_POISON_HIDDEN) esp_look();
}

/* The program touches bytes that are none of its objects', or no longer. */
static __attribute__((noreturn, noinline)) void forbidden(const void *p, uint32_t word, uint64_t pc) {
  esp_finish(word == ESP_POISON_FREED ? ESP_FREED : ESP_BOUNDS, 0, (uint64_t)p, pc);
}

/* Ends the run if any of these bytes is poisoned. */
static inline void check_poison(const void *p, uint64_t size, uint64_t pc) {
  const uint32_t *s = shadow_of(p);
  look_if_hidden(s, size);
  for (uint64_t i = 0; i < size; i++)
    if (s[i] >= ESP_POISON) forbidden((const char *)p + i, s[i], pc);
}

static int any_symbolic(const void *p, uint64_t size) {
  if (!esp_any_marked(p, size)) return 0;
  const uint32_t *s = shadow_of(p);
  look_if_hidden(s, size);
  uint32_t any = 0;
  for (uint64_t i = 0; i < size; i++) any |= s[i];
  return any != 0;
}

/* The bytes at p were made symbolic: mark them, and remember to wipe them. */
static inline void remember(void *p, uint64_t size) {
  uint8_t *first = mark_of(p);
  memset(first, 1, (size_t)(mark_of((char *)p + size - 1) - first) + 1);
  if (log_count > 0 && log_entries[log_count - 1].first == p && log_entries[log_count - 1].size >= size) return;
  if (log_count == LOG_CAPACITY) { /* 64 million stores: forget all labels rather than grow for ever */
    esp_shadow_reset();
    esp_mem.control->cut |= ESP_CUT_NODES;
  }
  log_entries[log_count++] = (span_entry){p, size};
}

void esp_shadow_reset(void) {
  for (uint32_t i = 0; i < log_count; i++)
    esp_unpoison(log_entries[i].first, log_entries[i].size);
  log_count = 0;
}

/* The bytes are concrete now; granules at the rim may keep their mark for their other bytes. */
void __esp_clear(void *p, uint64_t size) {
  if (!esp_any_marked(p, size)) return;
  check_poison(p, size, ESP_CALLER);
  esp_unpoison(p, size);
}

void esp_unpoison(void *p, uint64_t size) {
  memset(shadow_of(p), 0, size * 4);
  for (uint64_t granule = (uint64_t)p & ~7ull; granule < (uint64_t)p + size; granule += 8) {
    const uint32_t *s = shadow_of((void *)granule);
    if ((s[0] | s[1] | s[2] | s[3] | s[4] | s[5] | s[6] | s[7]) == 0) *mark_of((void *)granule) = 0;
  }
}

void esp_poison_for_ever(void *p, uint64_t size) {
  uint32_t *s = shadow_of(p);
  for (uint64_t i = 0; i < size; i++) s[i] = ESP_POISON_GAP;
  uint8_t *first = mark_of(p);
  memset(first, 1, (size_t)(mark_of((char *)p + size - 1) - first) + 1);
}

void esp_poison(void *p, uint64_t size, uint32_t word) {
  uint32_t *s = shadow_of(p);
  for (uint64_t i = 0; i < size; i++) s[i] = word;
  remember(p, size);
}

/* A label that no longer describes its bytes: it is dropped, and nothing is proved by this run. */
static uint32_t stale(void) {
  esp_mem.control->cut |= ESP_CUT_STALE;
  return 0;
}

/* The label of `size` bytes (1..8) at p that hold `value`; 0 if they are concrete.  Bytes whose value
 * is not what their node says were overwritten by code we do not see: their label is dropped. */
uint32_t esp_load(const void *p, uint32_t size, uint64_t value, uint64_t pc) {
  uint32_t *s = shadow_of(p);
  const uint32_t first = s[0];
  const uint32_t label = first >> 3;
  if (label != 0 && (first & 7) == 0) {
    const esp_node *n = &esp_mem.nodes[label];
    uint32_t i = 1;
    while (i < size && s[i] == first + i) i++;
    if (i == size && n->bits == size * 8) return n->value == value ? label : stale();
  }
  /* Collect maximal runs of bytes from one node (or constant), from the top byte down. */
  uint32_t result = 0;      /* label of the bytes joined so far, 0 = constant `joined_value` */
  uint32_t joined_bits = 0;
  uint64_t joined_value = 0;
  uint32_t symbolic = 0;
  int32_t i = (int32_t)size - 1;
  while (i >= 0) {
    const uint32_t byte_word = s[i];
    if (byte_word >= ESP_POISON) forbidden((const char *)p + i, byte_word, pc);
    const esp_node *n = &esp_mem.nodes[byte_word >> 3];
    int32_t low = i; /* lowest byte of this run */
    uint32_t piece = 0;
    if (byte_word >> 3 != 0 && (uint8_t)(n->value >> 8 * (byte_word & 7)) != (uint8_t)(value >> 8 * i)) stale();
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

ESP_COLD uint32_t __esp_load(const void *p, uint32_t size, uint64_t value) {
  return esp_load(p, size, value, ESP_CALLER);
}

/* The bytes at p now hold a value with this label (0: concrete). */
ESP_COLD void __esp_store(void *p, uint32_t size, uint32_t label) { esp_store(p, size, label, ESP_CALLER); }

void esp_store(void *p, uint32_t size, uint32_t label, uint64_t pc) {
  if (!esp_any_marked(p, size) && label == 0) return;
  check_poison(p, size, pc);
  if (label == 0) {
    esp_unpoison(p, size);
    return;
  }
  uint32_t *s = shadow_of(p);
  for (uint32_t i = 0; i < size; i++) s[i] = label << 3 | i;
  remember(p, size);
}

/* memcpy and memmove; called before the bytes move, so that overlap is as for the bytes. */
void __esp_copy(void *to, const void *from, uint64_t size) {
  if (esp_any_marked(from, size)) check_poison(from, size, ESP_CALLER);
  if (esp_any_marked(to, size)) check_poison(to, size, ESP_CALLER);
  if (!any_symbolic(from, size)) {
    __esp_clear(to, size);
    return;
  }
  memmove(shadow_of(to), shadow_of(from), size * 4);
  remember(to, size);
}

/* memset with a byte that may be symbolic. */
void __esp_fill(void *p, uint32_t label, uint64_t size) {
  if (label == 0 || size == 0) {
    __esp_clear(p, size);
    return;
  }
  if (esp_any_marked(p, size)) check_poison(p, size, ESP_CALLER);
  uint32_t *s = shadow_of(p);
  for (uint64_t i = 0; i < size; i++) s[i] = label << 3;
  remember(p, size);
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
  __esp_lost((uint32_t)any_symbolic(p, size), site);
}

/* pass: the same question as the inline test, for large values. */
ESP_COLD uint32_t __esp_any_marked(const void *p, uint64_t size) { return (uint32_t)esp_any_marked(p, size); }

/* The first label of these bytes, up to one that must not be touched.  The memory itself is not looked at: it may be
 * anything. */
uint32_t esp_label_behind(const void *p, uint64_t size) {
  const uint64_t end = (uint64_t)p + size;
  if (end < size || end >> ESP_MARK_SHIFT >= ESP_MARK_SIZE || !esp_any_marked(p, size)) return 0;
  const uint32_t *s = shadow_of(p);
  look_if_hidden(s, size);
  for (uint64_t i = 0; i < size && s[i] < ESP_POISON; i++)
    if (s[i] != 0) return s[i] >> 3;
  return 0;
}

#define TEXT 256 /* bytes behind a pointer that are looked at */

/* pass: a pointer, to a text perhaps, goes to code that we do not see.  Labels right behind a short text count as its
 * own. */
void __esp_lost_string(const char *text, uint8_t *site) {
  if (text != 0 && !*site) __esp_lost(esp_label_behind(text, TEXT), site);
}
