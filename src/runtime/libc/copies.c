/* str*: what writes. */
#include <stdlib.h>

#include "model.h"

char *MODEL(stpcpy)(char *to, const char *from) {
  for (; *from; from++) *to++ = *from;
  *to = 0;
  return to;
}

char *MODEL(strcpy)(char *to, const char *from) {
  MODEL(stpcpy)(to, from);
  return to;
}

char *MODEL(stpncpy)(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  char *end = to + i;
  for (; i < n; i++) to[i] = 0;
  return end;
}

char *MODEL(strncpy)(char *to, const char *from, size_t n) {
  MODEL(stpncpy)(to, from, n);
  return to;
}

char *MODEL(strcat)(char *to, const char *from) {
  MODEL(stpcpy)(to + MODEL(strlen)(to), from);
  return to;
}

char *MODEL(strncat)(char *to, const char *from, size_t n) {
  char *end = to + MODEL(strlen)(to);
  for (size_t i = 0; i < n && from[i]; i++) *end++ = from[i];
  *end = 0;
  return to;
}

static char *copy_of(const char *s, size_t n) {
  char *copy = malloc(n + 1);
  if (!copy) return 0;
  __builtin_memmove(copy, s, n);
  copy[n] = 0;
  return copy;
}

char *MODEL(strdup)(const char *s) { return copy_of(s, MODEL(strlen)(s)); }
char *MODEL(__strdup)(const char *s) { return MODEL(strdup)(s); }
char *MODEL(strndup)(const char *s, size_t n) { return copy_of(s, MODEL(strnlen)(s, n)); }
char *MODEL(__strndup)(const char *s, size_t n) { return MODEL(strndup)(s, n); }

size_t MODEL(strxfrm)(char *to, const char *from, size_t n) { /* the C locale: a copy */
  const size_t length = MODEL(strlen)(from);
  for (size_t i = 0; i < n && i <= length; i++) to[i] = from[i];
  return length;
}
