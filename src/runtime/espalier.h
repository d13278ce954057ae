/* Two readers: code under test, which may say what it assumes and asserts, and generated harnesses, which
 * make inputs and record outputs.  Plain builds may include this file too: see the end. */
#ifndef ESPALIER_H
#define ESPALIER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- for harnesses: they use nothing else of Espalier ---------------------------------------- */

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

/* The same from the unit's heap, for units that free what they are given; and whether they did not. */
void* espalier_heap_object(uint64_t size);
int espalier_is_alive(const void* object);

/* Where a pointer points: 0 for null, (n + 2) << 32 | offset into the n-th object made in this run, else 1. */
uint64_t espalier_where(const void* pointer);

/* A harness file also defines two tables, with the types of abi.h:
 *   const esp_unit espalier_units[];  const uint32_t espalier_unit_count; */

/* Ends the run: the postcondition function `name` said no. */
void espalier_postcondition_fails(const char* name) __attribute__((noreturn));

/* ---- for code under test, preconditions and postconditions ------------------------------------
 *
 *   espalier_assume(condition);   inputs for which it is false are no tests
 *   espalier_assert(condition);   false: a finding
 *   espalier_any(type)            any value of that type, chosen by the test
 *
 * In a plain build espalier_assume does nothing, espalier_assert prints and aborts whatever NDEBUG says, and
 * espalier_any is zero.  Conditions are evaluated in every build.  ESPALIER_SUBJECT is defined when Espalier
 * builds the instrumented program, ESPALIER_SCRIPTED by exported tests, where espalier_any answers
 * what the test says. */

#ifdef __clang__
/* What goes wrong inside is reported at the line of the call. */
#define ESPALIER_INLINE static inline __attribute__((always_inline, nodebug, unused))
#else
#define ESPALIER_INLINE static inline __attribute__((always_inline, unused))
#endif

#ifndef ESPALIER_SUBJECT
#include <stdio.h>
#include <stdlib.h>
#else
void __assert_fail(const char* text, const char* file, unsigned line, const char* function)
    __attribute__((noreturn));
#endif

ESPALIER_INLINE void espalier_assume(int holds) {
#ifdef ESPALIER_SUBJECT
  if (!holds) espalier_reject();
#else
  (void)holds;
#endif
}

#define espalier_assert(condition) \
  ((condition) ? (void)0 : espalier_assert_fails(#condition, __FILE__, __LINE__, __func__))

ESPALIER_INLINE void espalier_assert_fails(const char* text, const char* file, unsigned line,
                                           const char* function) {
#ifdef ESPALIER_SUBJECT
  __assert_fail(text, file, line, function);
#else
  fprintf(stderr, "%s:%u: %s: assertion '%s' failed\n", file, line, function, text);
  abort();
#endif
}

#if defined ESPALIER_SUBJECT || defined ESPALIER_SCRIPTED
/* The next free value; harness and tests define it. */
unsigned long long espalier_next_any(void);

ESPALIER_INLINE void* espalier_fill_any(void* object, unsigned long size) {
  unsigned long done;
  for (done = 0; done < size; done += 8) {
    const unsigned long long next = espalier_next_any();
    __builtin_memcpy((char*)object + done, &next, size - done < 8 ? size - done : 8);
  }
  return object;
}
#define espalier_any(type) (*(type*)espalier_fill_any(&(type){0}, sizeof(type)))
#else
#define espalier_any(type) ((type){0})
#endif

#ifdef __cplusplus
}
#endif
#endif
