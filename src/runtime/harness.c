/* What harnesses call: inputs, outputs, rejection (espalier.h). */
#include "espalier.h"

#include <stdio.h>

#include "state.h"

uint64_t esp_input_value(uint32_t id, uint32_t bits) {
  esp_look();
  if (id >= esp_now.input_used) esp_now.input_used = id + 1;
  return id < esp_now.input_count ? esp_now.inputs[id] & esp_mask(bits) : 0;
}

uint32_t esp_input_label(uint32_t id, uint32_t bits, uint64_t value) {
  return esp_now.labels_on ? esp_node_make(ESP_OP_Input, bits, 0, 0, 0, id, value) : 0;
}

static inline void give(uint32_t label, void *from) {
  __esp_rets[0] = label;
  __esp_ret_token = from;
}

#define INPUT(name, type, width)                   \
  type name(uint32_t id) {                         \
    const uint64_t v = esp_input_value(id, width);        \
    give(esp_input_label(id, width, v), (void *)name);    \
    return (type)v;                                \
  }

INPUT(espalier_u8, uint8_t, 8)
INPUT(espalier_u16, uint16_t, 16)
INPUT(espalier_u32, uint32_t, 32)
INPUT(espalier_u64, uint64_t, 64)

uint8_t espalier_bool(uint32_t id) {
  const uint64_t v = esp_input_value(id, 1);
  const uint32_t bit = esp_input_label(id, 1, v);
  give(bit ? esp_node_make(ESP_OP_ZExt, 8, bit, 0, 0, 0, v) : 0, (void *)espalier_bool);
  return (uint8_t)v;
}

float espalier_f32(uint32_t id) {
  const uint32_t v = (uint32_t)esp_input_value(id, 32);
  give(esp_input_label(id, 32, v), (void *)espalier_f32);
  float f;
  __builtin_memcpy(&f, &v, sizeof f);
  return f;
}

double espalier_f64(uint32_t id) {
  const uint64_t v = esp_input_value(id, 64);
  give(esp_input_label(id, 64, v), (void *)espalier_f64);
  double d;
  __builtin_memcpy(&d, &v, sizeof d);
  return d;
}

void espalier_reject(void) { esp_finish(ESP_REJECTED, 0, 0, 0); }

void espalier_postcondition_fails(const char *name) {
  snprintf(esp_mem.control->message, sizeof esp_mem.control->message, "%s says no", name);
  esp_finish(ESP_POSTCONDITION, 0, 0, ESP_CALLER);
}

void espalier_output(uint32_t id, uint32_t bits, uint64_t value) {
  esp_control *c = esp_mem.control;
  if (c->output_count >= c->output_capacity) return;
  esp_mem.outputs[c->output_count++] = (esp_output){id, bits, value & esp_mask(bits)};
}

void espalier_output_f32(uint32_t id, float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  espalier_output(id, 32, bits);
}

void espalier_output_f64(uint32_t id, double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  espalier_output(id, 64, bits);
}
