/* What a harness may call.  Generated harnesses use nothing else of Espalier. */
#ifndef ESPALIER_H
#define ESPALIER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The value of input variable `id`, free in every bit (espalier_bool: 0 or 1). */
uint8_t espalier_bool(uint32_t id);
uint8_t espalier_u8(uint32_t id);
uint16_t espalier_u16(uint32_t id);
uint32_t espalier_u32(uint32_t id);
uint64_t espalier_u64(uint32_t id);
float espalier_f32(uint32_t id);
double espalier_f64(uint32_t id);

/* Ends the run; the input is not a test. */
void espalier_reject(void) __attribute__((noreturn));

/* Records what the unit answered; floating-point values as their bits. */
void espalier_output(uint32_t id, uint32_t bits, uint64_t value);
void espalier_output_f32(uint32_t id, float value);
void espalier_output_f64(uint32_t id, double value);

/* Memory for an object of the unit, zero, with a guard behind its last byte; freed after the run. */
void* espalier_object(uint64_t size);

/* A harness file also defines two tables, with the types of abi.h:
 *   const esp_unit espalier_units[];  const uint32_t espalier_unit_count; */

#ifdef __cplusplus
}
#endif
#endif
