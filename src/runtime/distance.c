/* How far a run was from taking the edges it did not take: the branch distances of search-based testing.
 *
 * A comparison that went one way tells how far its operands are from the other: their difference, in units
 * in the last place for floating point.  Of several executions in a run the nearest counts.  Differences
 * range from 1 to 2^64, so they are compared on a logarithmic scale: the bits of a floating-point number,
 * read as an integer, are that scale, piecewise linear and without a logarithm. */
#include <stdlib.h>
#include <string.h>

#include "state.h"

static uint64_t* gaps; /* by edge: 0 when it was taken, the least difference otherwise */
static uint64_t gap_bytes;
#define UNREACHED (~0ull)
#define FAR (UNREACHED - 1)
#define UNTOLD (1ull << 32) /* not that way, and nothing says how far */

void esp_distance_start(uint32_t edges) {
  gap_bytes = edges * sizeof(uint64_t);
  gaps = malloc(gap_bytes + 1);
}

void esp_distance_reset(void) { memset(gaps, 0xff, gap_bytes); }

/* Floating-point numbers in order, as consecutive integers. */
static inline int64_t rank_of(int64_t bits, int64_t sign) { return bits < 0 ? sign - bits : bits; }

static inline uint64_t between(int64_t a, int64_t b) {
  return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static inline uint64_t gap_of(uint32_t compared, uint64_t a, uint64_t b) {
  uint64_t gap;
  switch (compared) {
    case ESP_COMPARED_EQUAL:
      return a == b ? 1 : between((int64_t)a, (int64_t)b);
    case ESP_COMPARED_SIGNED:
      gap = between((int64_t)a, (int64_t)b);
      break;
    case ESP_COMPARED_UNSIGNED:
      gap = a > b ? a - b : b - a;
      break;
    case ESP_COMPARED_FLOAT:
      gap = between(rank_of((int32_t)a, INT32_MIN), rank_of((int32_t)b, INT32_MIN));
      break;
    case ESP_COMPARED_DOUBLE:
      gap = between(rank_of((int64_t)a, INT64_MIN), rank_of((int64_t)b, INT64_MIN));
      break;
    default:
      return UNTOLD;
  }
  return gap < FAR ? gap + 1 : FAR; /* strict or not: beyond the boundary is sure */
}

static inline void nearer(uint32_t edge, uint64_t gap) {
  if (gap < gaps[edge]) gaps[edge] = gap;
}

/* pass: a branch with two sides from `first` on.  `what` = how a and b were compared | condition << 8.
 * Returns the condition to go by. */
ESP_COLD uint32_t __esp_compare(uint32_t label, const uint8_t* first, uint32_t what, uint64_t a, uint64_t b) {
  const uint32_t truth = what >> 8;
  if (esp_remembered(label, (uint32_t)(first - __start_esp_cov) + 1 - truth)) return truth;
  if (__esp_telling != ESP_TELL_DISTANCES) return esp_decide(label, first, 2, 1 - truth) == 0;
  const uint32_t edge = (uint32_t)(first - __start_esp_cov);
  gaps[edge + 1 - truth] = 0;
  nearer(edge + truth, gap_of(what & 0xff, a, b));
  return truth;
}

/* pass: a switch of this value.  `cases` = their number, then their values, then another value (or the first one
 * again, if there is no other).  Returns the value to go by. */
ESP_COLD uint64_t __esp_switch(uint32_t label, const uint8_t* first, uint64_t value, const uint64_t* cases) {
  const uint32_t count = (uint32_t)cases[0];
  uint32_t side = 0;
  while (side < count && cases[1 + side] != value) side++;
  if (esp_remembered(label, (uint32_t)(first - __start_esp_cov) + side)) return value;
  if (__esp_telling != ESP_TELL_DISTANCES) {
    const uint32_t taken = esp_decide(label, first, count + 1, side);
    if (taken == side) return value;
    if (taken == count && cases[1 + count] == cases[1]) esp_finish(ESP_ASTRAY, 0, 0, ESP_CALLER);
    return cases[1 + taken];
  }
  const uint32_t edge = (uint32_t)(first - __start_esp_cov);
  for (uint32_t i = 0; i < count; i++) nearer(edge + i, between((int64_t)value, (int64_t)cases[1 + i]));
  nearer(edge + count, 1);
  gaps[edge + side] = 0;
  return value;
}

/* Into [0, 1), growing with the gap. */
static inline double normal(uint64_t gap) {
  if (gap == 0) return 0;
  const double number = (double)gap, one = 1;
  uint64_t bits, bits_of_one;
  memcpy(&bits, &number, sizeof bits);
  memcpy(&bits_of_one, &one, sizeof bits);
  return (double)(bits - bits_of_one + (1ull << 52)) * (1.0 / (double)(1ull << 52) / 66);
}

void esp_distance_judge(uint32_t objectives, double* into) {
  const esp_approach* at = esp_mem.approaches;
  for (uint32_t i = 0; i < objectives; i++, at++) {
    double best = ESP_NO_FITNESS;
    for (; at->edge != ESP_NO_EDGE; at++) {
      const uint64_t gap = gaps[at->edge];
      if (gap == UNREACHED) continue;
      const double fitness = at->level + normal(gap);
      if (fitness < best) best = fitness;
    }
    into[i] = best;
  }
}
