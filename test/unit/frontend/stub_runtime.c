/* A runtime without instrumentation: runs one unit on the values of its command line
 * (unit number, then the input variables) and prints what the harness records. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi.h"
#include "espalier.h"

extern const struct esp_unit espalier_units[];
extern const uint32_t espalier_unit_count;

static char **values;
static uint32_t count;

static uint64_t value(uint32_t id) { return id < count ? strtoull(values[id], 0, 0) : 0; }

uint8_t espalier_bool(uint32_t id) { return value(id) & 1; }
uint8_t espalier_u8(uint32_t id) { return (uint8_t)value(id); }
uint16_t espalier_u16(uint32_t id) { return (uint16_t)value(id); }
uint32_t espalier_u32(uint32_t id) { return (uint32_t)value(id); }
uint64_t espalier_u64(uint32_t id) { return value(id); }
float espalier_f32(uint32_t id) {
  const uint32_t bits = (uint32_t)value(id);
  float result;
  memcpy(&result, &bits, sizeof bits);
  return result;
}
double espalier_f64(uint32_t id) {
  const uint64_t bits = value(id);
  double result;
  memcpy(&result, &bits, sizeof bits);
  return result;
}
void espalier_reject(void) {
  puts("rejected");
  exit(0);
}
void espalier_output(uint32_t id, uint32_t bits, uint64_t v) {
  if (bits < 64) v &= (1ull << bits) - 1;
  printf("%u:%u:%llu\n", id, bits, (unsigned long long)v);
}
void espalier_output_f32(uint32_t id, float v) {
  uint32_t bits;
  memcpy(&bits, &v, sizeof bits);
  espalier_output(id, 32, bits);
}
void espalier_output_f64(uint32_t id, double v) {
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  espalier_output(id, 64, bits);
}
static char *objects[4096];
static uint64_t sizes[4096];
static uint32_t made;
void *espalier_object(uint64_t size) {
  sizes[made] = size;
  return objects[made++] = calloc(1, size);
}
void *espalier_heap_object(uint64_t size) { return espalier_object(size); }
int espalier_is_alive(const void *object) { return object != 0; }
uint64_t espalier_where(const void *pointer) {
  for (uint32_t i = 0; i < made; i++)
    if ((const char *)pointer >= objects[i] && (const char *)pointer <= objects[i] + sizes[i])
      return (i + 2ull) << 32 | (uint64_t)((const char *)pointer - objects[i]);
  return pointer != 0;
}

int main(int argc, char **argv) {
  const uint32_t unit = (uint32_t)atoi(argv[1]);
  values = argv + 2;
  count = (uint32_t)argc - 2;
  printf("%s of %u\n", espalier_units[unit].name, espalier_unit_count);
  espalier_units[unit].run();
  return 0;
}
