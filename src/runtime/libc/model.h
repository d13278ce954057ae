/* Models of C library functions: plain C that the pass links into the program under test and instruments
 * like the user's code, so that symbolic values survive the call.  Each is named esp_libc_<function> and
 * must agree with glibc in the C locale, in every bit that a caller can see (test/unit/libc compares).
 *
 * A branch on a symbolic value splits the path.  So models branch where the result's shape depends on
 * the data (the length of a string), and compute without branches where only its value does (toupper). */
#ifndef ESPALIER_LIBC_MODEL_H
#define ESPALIER_LIBC_MODEL_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL(name) esp_libc_##name

typedef unsigned char byte;

/* What the pass makes of these: is the value symbolic in this run?  The answer is concrete; both answers
 * must lead to the same result. */
int esp_symbolic(uint64_t value);
/* The value, from here on kept as it is in this run; the path is approximate if it was symbolic. */
uint64_t esp_pin(uint64_t value);
/* Reads a byte, so that a wild address faults where the real function would. */
void esp_touch(const void *p);
/* What the machine's memcmp makes of two buffers of n bytes that differ first at position i; see memory.c. */
int esp_memcmp_style(size_t n, size_t i);

/* One of two values without a branch. */
static inline uint64_t esp_choose(int condition, uint64_t yes, uint64_t no) {
  return no ^ ((yes ^ no) & -(uint64_t)(condition != 0));
}

/* A symbolic count becomes concrete by asking "is it more?" once per element of `size` bytes at p: exact, one
 * path per count. */
static inline size_t esp_count(const void *p, size_t n, size_t size) {
  if (!esp_symbolic(n)) return n;
  size_t known = 0;
  for (; known < n; known++)
    if (size != 0) esp_touch((const byte *)p + known * size);
  return known;
}

/* Declared here because models call each other. */
void *MODEL(memmove)(void *to, const void *from, size_t n);
void *MODEL(memset)(void *to, int c, size_t n);
size_t MODEL(strlen)(const char *s);
size_t MODEL(strnlen)(const char *s, size_t most);
char *MODEL(strchr)(const char *s, int c);
size_t MODEL(strspn)(const char *s, const char *accept);
size_t MODEL(strcspn)(const char *s, const char *reject);
int MODEL(tolower)(int c);
long MODEL(strtol)(const char *s, char **end, int base);
double MODEL(strtod)(const char *s, char **end);
float MODEL(strtof)(const char *s, char **end);
int MODEL(vsnprintf)(char *to, size_t size, const char *format, va_list arguments);
int MODEL(vsscanf)(const char *s, const char *format, va_list arguments);

#endif
