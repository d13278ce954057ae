/* The node table: symbolic values of the current run, append-only. */
#include "state.h"

/* A small lossy table of recent nodes keeps loops from recording the same term again and again.
 * It outlives runs: an entry counts only if the node it names is, in this run, the wanted one. */
#define CACHE_BITS 12
static uint32_t cache[1u << CACHE_BITS];

static inline uint32_t slot_of(uint32_t head, uint32_t a, uint32_t b, uint32_t c, uint64_t k) {
  uint64_t h = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15ull;
  h ^= (k + ((uint64_t)c << 32 | head)) * 0xc2b2ae3d27d4eb4full;
  return (uint32_t)(h >> (64 - CACHE_BITS)) ^ (uint32_t)(h & ((1u << CACHE_BITS) - 1));
}

static inline uint32_t make(enum esp_op op, uint32_t bits, uint32_t a, uint32_t b, uint32_t c, uint64_t k,
                            uint64_t value) {
  const uint32_t slot = slot_of(op | bits << 8, a, b, c, k);
  const uint32_t known = cache[slot];
  if (known < esp_now.node_count) {
    const esp_node *n = &esp_mem.nodes[known];
    if (n->a == a && n->b == b && n->k == k && n->op == op && n->bits == bits && n->c == c) return known;
  }
  const uint32_t label = esp_now.node_count;
  if (label >= esp_now.node_limit) {
    if (esp_now.node_limit != 0) esp_mem.control->cut |= ESP_CUT_NODES;
    return 0;
  }
  esp_now.node_count = label + 1;
  esp_node *n = &esp_mem.nodes[label];
  n->op = (uint8_t)op;
  n->bits = (uint8_t)bits;
  n->unused = 0;
  n->a = a;
  n->b = b;
  n->c = c;
  n->k = k;
  n->value = value;
  cache[slot] = label;
  return label;
}

uint32_t esp_node_make(enum esp_op op, uint32_t bits, uint32_t a, uint32_t b, uint32_t c, uint64_t k,
                       uint64_t value) {
  return make(op, bits, a, b, c, k, value);
}

uint32_t esp_node_const(uint32_t bits, uint64_t value) { return make(ESP_OP_Const, bits, 0, 0, 0, value, value); }

/* pass: v = a op b.  `shape` = op | bits << 8. */
ESP_COLD uint32_t __esp_binary(uint32_t shape, uint32_t la, uint32_t lb, uint64_t a, uint64_t b, uint64_t v) {
  if ((la | lb) == 0) return 0;
  const uint64_t k = la == 0 ? a : lb == 0 ? b : 0;
  return make(shape & 0xff, shape >> 8, la, lb, 0, k, v);
}

/* pass: v = op a, and Extract with `low` (0 for the others). */
ESP_COLD uint32_t __esp_unary(uint32_t shape, uint32_t la, uint64_t low, uint64_t v) {
  if (la == 0) return 0;
  return make(shape & 0xff, shape >> 8, la, 0, 0, low, v);
}

/* pass: v = c ? x : y. */
ESP_COLD uint32_t __esp_select(uint32_t bits, uint32_t lc, uint32_t lx, uint32_t ly, uint64_t c, uint64_t x,
                               uint64_t y) {
  if (lc == 0) return c ? lx : ly;
  uint64_t k = 0;
  if (lx == 0 && ly == 0) {
    if (x == y) return 0;
    lx = esp_node_const(bits, x);
    k = y;
  } else if (lx == 0) {
    k = x;
  } else if (ly == 0) {
    k = y;
  }
  return make(ESP_OP_Select, bits, lc, lx, ly, k, c ? x : y);
}
