/* What models of library functions (libc/) ask of the real library. */
#define _GNU_SOURCE
#include <langinfo.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#define LONGEST 4096 /* longer buffers are compared as this one */

/* How does memcmp answer for buffers of n bytes that differ first at position i?  0: the difference of the bytes,
 * 1: -1 or 1, 2: the difference of all bytes as one number.  The implementation is chosen by the
 * processor, so it is asked. */
int esp_memcmp_style(size_t n, size_t i) {
  static unsigned char a[LONGEST], b[LONGEST];
  int (*volatile real)(const void *, const void *, size_t) = memcmp;
  if (n > LONGEST) {
    if (i >= LONGEST) i = LONGEST - 1;
    n = LONGEST;
  }
  b[i] = 0x20;
  const int answer = real(a, b, n);
  b[i] = 0;
  return answer == -0x20 ? 0 : answer == -1 ? 1 : 2;
}

/* pass: does this format of printf store how much was written (%n)?  warn and its kin may have none. */
int __esp_stores_count(const char *format) {
  if (!format) return 0;
  while ((format = strchr(format, '%')) != 0) {
    format += 1 + strspn(format + 1, "0123456789.*$+-# 'hlqLjzt");
    if (*format == 'n') return 1;
    if (*format != 0) format++;
  }
  return 0;
}

/* The real functions, for what the models leave to them. */
double esp_real_strtod(const char *s, char **end) { return strtod(s, end); }
float esp_real_strtof(const char *s, char **end) { return strtof(s, end); }
int esp_real_format(char *to, size_t size, const char *conversion, double value) {
  return snprintf(to, size, conversion, value);
}
int esp_real_format_long(char *to, size_t size, const char *conversion, long double value) {
  return snprintf(to, size, conversion, value);
}
int esp_real_vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
  return vsnprintf(to, size, format, arguments);
}
int esp_real_vsscanf(const char *s, const char *format, va_list arguments) {
  return vsscanf(s, format, arguments);
}

int esp_is_ascii(void) { return strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0; }

/* Wide characters, as any locale has them. */
size_t esp_real_mbrtowc(wchar_t *to, const char *s, size_t n, mbstate_t *state) { return mbrtowc(to, s, n, state); }
size_t esp_real_wcrtomb(char *s, wchar_t c, mbstate_t *state) { return wcrtomb(s, c, state); }
wint_t esp_real_btowc(int c) { return btowc(c); }
int esp_real_wcwidth(wchar_t c) { return wcwidth(c); }

#define OF_A_CHARACTER(type, name, in_ascii) \
  type esp_real_##name(wint_t c) { return name(c); }
#include "libc/wide.def"
