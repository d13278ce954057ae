/* Labels of variable arguments, from the call to the callee's va_start (plugin/varargs.cpp). */
#include <string.h>

#include "state.h"
#include "varargs.h"

typedef struct {
  uint32_t bytes; /* on the stack */
  uint32_t labels[ESP_VA_SLOTS];
} variadic;

/* What va_list is on x86-64. */
typedef struct {
  uint32_t general_offset, float_offset;
  char *stack;
  char *registers;
} list;

static __thread void *token;
static __thread variadic passing;

/* pass: a variadic function is about to be called. */
void __esp_va_begin(void *callee, uint32_t bytes) {
  token = callee;
  memset(&passing, 0, sizeof passing);
  passing.bytes = bytes;
}

void __esp_va_label(uint32_t slot, uint32_t label) { passing.labels[slot] = label; }

/* pass: a variadic function was entered. */
void __esp_va_take(void *function, variadic *kept) {
  if (token == function)
    *kept = passing;
  else
    memset(kept, 0, sizeof *kept);
  token = 0;
}

static void give(char *p, uint32_t label) {
  if (label != 0) __esp_store(p, esp_mem.nodes[label].bits / 8u, label);
}

/* pass: the list starts at the first variable argument. */
void __esp_va_start(list *ap, const variadic *kept) {
  __esp_clear(ap, sizeof *ap);
  __esp_clear(ap->registers, ESP_VA_GENERAL * 8 + ESP_VA_FLOATS * 16);
  __esp_clear(ap->stack, kept->bytes);
  for (uint32_t i = 0; i < ESP_VA_GENERAL; i++) give(ap->registers + 8 * i, kept->labels[i]);
  for (uint32_t i = 0; i < ESP_VA_FLOATS; i++)
    give(ap->registers + ESP_VA_GENERAL * 8 + 16 * i, kept->labels[ESP_VA_GENERAL + i]);
  for (uint32_t i = 0; i < kept->bytes / 8 && ESP_VA_GENERAL + ESP_VA_FLOATS + i < ESP_VA_SLOTS; i++)
    give(ap->stack + 8 * i, kept->labels[ESP_VA_GENERAL + ESP_VA_FLOATS + i]);
}
