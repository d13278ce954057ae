/* Values that a program asks for one by one, as verification benchmarks do, and what it says about them. */
#include <stdbool.h>
#include <stdlib.h>

#include "input.h"

/* Answered by the runtime (answers.c). */
uint32_t esp_next_answer(uint32_t bits); /* its variable */
int esp_asks_nobody(void);               /* the program was started by hand: */
uint64_t esp_read_number(void);          /* the next number on standard input */

#define ANSWER(name, type, bits)                           \
  type __VERIFIER_nondet_##name(void) {                    \
    if (esp_asks_nobody()) return (type)esp_read_number(); \
    return (type)espalier_u##bits(esp_next_answer(bits));  \
  }

ANSWER(char, char, 8)
ANSWER(uchar, unsigned char, 8)
ANSWER(short, short, 16)
ANSWER(ushort, unsigned short, 16)
ANSWER(int, int, 32)
ANSWER(uint, unsigned, 32)
ANSWER(unsigned, unsigned, 32)
ANSWER(long, long, 64)
ANSWER(ulong, unsigned long, 64)
ANSWER(longlong, long long, 64)
ANSWER(ulonglong, unsigned long long, 64)
ANSWER(size_t, size_t, 64)
ANSWER(u8, uint8_t, 8)
ANSWER(u16, uint16_t, 16)
ANSWER(u32, uint32_t, 32)
ANSWER(u64, uint64_t, 64)
ANSWER(U8, uint8_t, 8)
ANSWER(U16, uint16_t, 16)
ANSWER(U32, uint32_t, 32)
ANSWER(U64, uint64_t, 64)
ANSWER(schar, signed char, 8)
ANSWER(loff_t, long long, 64)
ANSWER(sector_t, unsigned long, 64)

bool __VERIFIER_nondet_bool(void) {
  if (esp_asks_nobody()) return esp_read_number() != 0;
  return espalier_bool(esp_next_answer(1));
}
bool __VERIFIER_nondet__Bool(void) { return __VERIFIER_nondet_bool(); }

float __VERIFIER_nondet_float(void) {
  union { uint32_t bits; float value; } by_hand;
  if (!esp_asks_nobody()) return espalier_f32(esp_next_answer(32));
  by_hand.bits = (uint32_t)esp_read_number();
  return by_hand.value;
}

double __VERIFIER_nondet_double(void) {
  union { uint64_t bits; double value; } by_hand;
  if (!esp_asks_nobody()) return espalier_f64(esp_next_answer(64));
  by_hand.bits = esp_read_number();
  return by_hand.value;
}

void *__VERIFIER_nondet_pointer(void) { return 0; }

void __VERIFIER_assume(int holds) {
  if (!holds) espalier_reject();
}

void __VERIFIER_error(void) { abort(); }

void __VERIFIER_assert(int holds) {
  if (!holds) abort();
}
