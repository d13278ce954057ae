/* What a run may change although it is none of its globals: its arguments, the environment, variables of the C
 * library, how the processor calculates.
 *
 * The strings lie one behind the other where the system put them, so that they are two or three pieces of a few hundred
 * bytes.  Copying those is cheaper than finding out whether it is needed. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "state.h"
#include "surroundings.h"

/* ---- memory ------------------------------------------------------------------------------- */

typedef struct { char *start; uint64_t size; } piece;

static piece *pieces;
static uint32_t piece_count;
static char *copies; /* of all pieces, one behind the other */

static void remember(void *start, uint64_t size) {
  if (piece_count > 0 && pieces[piece_count - 1].start + pieces[piece_count - 1].size == start) {
    pieces[piece_count - 1].size += size;
    return;
  }
  pieces = realloc(pieces, (piece_count + 1) * sizeof *pieces);
  pieces[piece_count++] = (piece){start, size};
}

void esp_remember_strings(char **strings) {
  for (; *strings; strings++) remember(*strings, strlen(*strings) + 1);
}

static void remember_environment(void) {
  uint64_t count = 0;
  if (!environ) return;
  while (environ[count]) count++;
  esp_remember_strings(environ);
  remember(environ, (count + 1) * sizeof *environ);
}

static void take_copies(void) {
  uint64_t total = 0;
  for (uint32_t i = 0; i < piece_count; i++) total += pieces[i].size;
  char *to = copies = malloc(total);
  for (uint32_t i = 0; i < piece_count; to += pieces[i].size, i++) memcpy(to, pieces[i].start, pieces[i].size);
}

/* ---- the processor ------------------------------------------------------------------------ */

static uint32_t vector_state;
static uint16_t x87_control;

void esp_restore_float_state(void) {
  __asm__ volatile("ldmxcsr %0; fninit; fldcw %1" : : "m"(vector_state), "m"(x87_control));
}

void esp_restore_rounding(void) { __asm__ volatile("ldmxcsr %0" : : "m"(vector_state)); }

/* ---- around a run ------------------------------------------------------------------------- */

void esp_remember_surroundings(void) {
  remember_environment();
  remember(&environ, sizeof environ);
  remember(&stdin, sizeof stdin);
  remember(&stdout, sizeof stdout);
  remember(&stderr, sizeof stderr);
  remember(&program_invocation_name, sizeof program_invocation_name);
  remember(&program_invocation_short_name, sizeof program_invocation_short_name);
  take_copies();
  __asm__ volatile("stmxcsr %0; fnstcw %1" : "=m"(vector_state), "=m"(x87_control));
}

void esp_restore_surroundings(void) {
  const char *from = copies;
  for (const piece *p = pieces; p < pieces + piece_count; from += p->size, p++) memcpy(p->start, from, p->size);
}
