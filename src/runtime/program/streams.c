/* getc and its kin.  Bytes are taken from the stream's own buffer, as the library's macros do, so that anything else
 * the program does with the stream finds it as it should be. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>

#include "input.h"

int MODEL(fgetc)(FILE *f) {
  esp_reading r;
  if (!esp_stream_reading(f, &r)) return esp_real_getc(f);
  if (r.writable) {
    esp_pin_length(&r);
    return esp_real_getc(f);
  }
  if (r.ahead) esp_know_length(&r);
  if (!r.pushed_back && !esp_has_byte(&r, r.position)) return EOF;
  return r.at_end ? EOF : (byte)*f->_IO_read_ptr++;
}

int MODEL(getc)(FILE *f) { return MODEL(fgetc)(f); }
int MODEL(_IO_getc)(FILE *f) { return MODEL(fgetc)(f); }
int MODEL(getc_unlocked)(FILE *f) { return MODEL(fgetc)(f); }
int MODEL(fgetc_unlocked)(FILE *f) { return MODEL(fgetc)(f); }
int MODEL(getchar)(void) { return MODEL(fgetc)(stdin); }
int MODEL(getchar_unlocked)(void) { return MODEL(fgetc)(stdin); }

/* The library steps back when the character is the one just read. */
int MODEL(ungetc)(int c, FILE *f) {
  if (c == EOF) return EOF;
  if (!esp_can_step_back(f) || (byte)c != (byte)f->_IO_read_ptr[-1])
    return esp_real_ungetc((int)esp_pin((uint64_t)(byte)c), f);
  f->_IO_read_ptr--;
  f->_flags &= ~0x10; /* the end was not seen */
  return (byte)c;
}

/* Answered by the runtime. */
int esp_real_fseek(FILE *f, off_t offset, int whence);
off_t esp_real_ftell(FILE *f);

/* From the end: the length must be known. */
int MODEL(fseeko)(FILE *f, off_t offset, int whence) {
  offset = (off_t)esp_pin((uint64_t)offset);
  whence = (int)esp_pin((uint64_t)whence);
  esp_reading r;
  if (whence != SEEK_SET && esp_reading_of(f->_fileno, &r)) {
    if (r.writable)
      esp_pin_length(&r);
    else if (whence != SEEK_CUR)
      esp_know_length(&r);
  }
  return esp_real_fseek(f, offset, whence);
}
int MODEL(fseeko64)(FILE *f, off_t offset, int whence) { return MODEL(fseeko)(f, offset, whence); }
int MODEL(fseek)(FILE *f, long offset, int whence) { return MODEL(fseeko)(f, offset, whence); }

/* A stream that reads knows what it gave away; one that writes began at the end, perhaps. */
off_t MODEL(ftello)(FILE *f) {
  esp_reading r;
  if (esp_reading_of(f->_fileno, &r) && r.writable) esp_pin_length(&r);
  return esp_real_ftell(f);
}
off_t MODEL(ftello64)(FILE *f) { return MODEL(ftello)(f); }
long MODEL(ftell)(FILE *f) { return MODEL(ftello)(f); }

void MODEL(rewind)(FILE *f) {
  esp_real_fseek(f, 0, SEEK_SET);
  clearerr(f);
}

char *MODEL(fgets)(char *to, int n, FILE *f) {
  n = (int)esp_pin((uint64_t)n);
  if (n <= 0) return 0;
  int i = 0;
  while (i < n - 1) {
    const int c = MODEL(fgetc)(f);
    if (c == EOF) break;
    to[i++] = (char)c;
    if (c == '\n') break;
  }
  if (i == 0 && n > 1) return 0;
  to[i] = 0;
  return to;
}
char *MODEL(fgets_unlocked)(char *to, int n, FILE *f) { return MODEL(fgets)(to, n, f); }

char *MODEL(gets)(char *to) {
  int i = 0;
  for (;; i++) {
    const int c = MODEL(fgetc)(stdin);
    if (c == EOF && i == 0) return 0;
    if (c == EOF || c == '\n') break;
    to[i] = (char)c;
  }
  to[i] = 0;
  return to;
}

size_t MODEL(fread)(void *to, size_t size, size_t count, FILE *f) {
  size = esp_pin(size);
  count = esp_pin(count);
  const size_t all = size * count;
  if (all == 0) return 0;
  size_t i = 0;
  for (; i < all; i++) {
    const int c = MODEL(fgetc)(f);
    if (c == EOF) break;
    ((byte *)to)[i] = (byte)c;
  }
  return i / size;
}
size_t MODEL(fread_unlocked)(void *to, size_t size, size_t count, FILE *f) {
  return MODEL(fread)(to, size, count, f);
}

ssize_t MODEL(getdelim)(char **line, size_t *size, int end, FILE *f) {
  if (!line || !size || !f) {
    errno = EINVAL;
    return -1;
  }
  if (!*line || *size == 0) {
    char *first = malloc(120);
    if (!first) return -1;
    *line = first;
    *size = 120;
  }
  size_t i = 0, room = *size;
  for (int is_last = 0; !is_last; i++) {
    const int c = MODEL(fgetc)(f);
    if (c == EOF) break;
    is_last = c == end;
    if (i + 2 > room) {
      char *bigger = realloc(*line, 2 * room + 2);
      if (!bigger) return -1;
      *line = bigger;
      room = 2 * room + 2;
    }
    (*line)[i] = (char)c;
  }
  if (i == 0) return -1;
  (*line)[i] = 0;
  if (i + 1 <= *size) return (ssize_t)i;
  /* The library knows the length of a line before it makes room for it. */
  const size_t wanted = i + 1 < 2 * *size ? 2 * *size : i + 1;
  char *fitting = realloc(*line, wanted);
  if (!fitting) return -1;
  *line = fitting;
  *size = wanted;
  return (ssize_t)i;
}
ssize_t MODEL(__getdelim)(char **line, size_t *size, int end, FILE *f) {
  return MODEL(getdelim)(line, size, end, f);
}
ssize_t MODEL(getline)(char **line, size_t *size, FILE *f) { return MODEL(getdelim)(line, size, '\n', f); }
