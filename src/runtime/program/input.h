/* What models of input functions share.  They do what the library does, with the library's own functions, and add
 * two things: which variable each byte is, and the question whether there is another byte, since the
 * length of an input is the test's to choose.  So each length is a path of its own, but only as far as the program
 * reads. */
#ifndef ESPALIER_PROGRAM_INPUT_H
#define ESPALIER_PROGRAM_INPUT_H

#include <stdio.h>

#include "../espalier.h"
#include "../libc/model.h"
#include "../program.h"

/* Answered by the runtime (sources.c). */
int esp_stream_reading(FILE *f, esp_reading *r);
void esp_label(int fd, void *to, uint64_t n, uint64_t position);
int esp_can_step_back(FILE *f);
int esp_real_getc(FILE *f);
int esp_real_ungetc(int c, FILE *f);

/* Is there a byte at this position? */
static inline int esp_has_byte(const esp_reading *r, uint64_t position) {
  return position + espalier_u16(r->absent) < r->size;
}

/* How many of n bytes from a position on there are. */
static inline size_t esp_bytes_from(const esp_reading *r, uint64_t position, size_t n) {
  size_t known = 0;
  while (known < n && esp_has_byte(r, position + known)) known++;
  return known;
}

/* Where the length decides about more than how many bytes there are, it is asked for first. */
static inline void esp_know_length(const esp_reading *r) { esp_bytes_from(r, 0, r->size); }

/* What follows is only known of this run.  Not a function: the place that is told is the model's. */
#define esp_pin_length(r) ((void)esp_pin(espalier_u16((r)->absent)))

int MODEL(fgetc)(FILE *f);
int MODEL(ungetc)(int c, FILE *f);
ssize_t MODEL(getdelim)(char **line, size_t *size, int end, FILE *f);

#endif
