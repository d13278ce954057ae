/* rand and srand: glibc's sequence, from its beginning in every run.  A symbolic seed is pinned. */
#include "model.h"

/* r(i) = r(i-3) + r(i-31), seeded by a linear congruence; the first 310 are thrown away. */
static uint32_t state[31];
static int position, seeded;

static uint32_t next(void) {
  const uint32_t value = state[position] += state[(position + 28) % 31];
  position = (position + 1) % 31;
  return value >> 1;
}

void MODEL(srand)(unsigned seed) {
  seed = (unsigned)esp_pin(seed);
  int32_t word = seed == 0 ? 1 : (int32_t)seed;
  for (int i = 0; i < 31; i++) {
    state[i] = (uint32_t)word;
    word = (int32_t)(16807 * (int64_t)(word % 127773) - 2836 * (int64_t)(word / 127773));
    if (word < 0) word += 2147483647;
  }
  position = 3;
  seeded = 1;
  for (int i = 0; i < 310; i++) next();
}

int MODEL(rand)(void) {
  if (!seeded) MODEL(srand)(1);
  return (int)next();
}

long MODEL(random)(void) { return MODEL(rand)(); }
void MODEL(srandom)(unsigned seed) { MODEL(srand)(seed); }
