/* Wide characters.  In the C locale they are those of ASCII, one byte each; what other locales make of them is
 * asked of the real functions. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

#include "model.h"

unsigned short esp_ctype_in_range(int c, int mask);

/* Is the character set of the locale ASCII? */
int esp_is_ascii(void);
size_t esp_real_mbrtowc(wchar_t *to, const char *s, size_t n, mbstate_t *state);
size_t esp_real_wcrtomb(char *s, wchar_t c, mbstate_t *state);
wint_t esp_real_btowc(int c);
int esp_real_wcwidth(wchar_t c);

static inline int is_ascii(wint_t c) { return c < 128; }

/* ---- between bytes and wide characters ---------------------------------------------------- */

/* The bytes that make up the next character, or show that there is none, become those of this run. */
static void multibyte_character(const char *s, size_t n, mbstate_t state) {
  const int error = errno;
  esp_pin(n);
  for (size_t i = 0; i < n; i++) {
    esp_pin((byte)s[i]);
    if (esp_real_mbrtowc(0, s + i, 1, &state) != (size_t)-2) break;
  }
  errno = error;
}

/* What the real function found goes to its place by the model, so that a label of before is gone. */
static void put(wchar_t *to, wchar_t c, int found) {
  if (to && found) *to = c;
}

/* Where an unfinished character stays for the next call.  Here and not in the functions: by the names that
 * static variables get there they would be ours, and would not be restored between runs. */
static mbstate_t of_mbrtowc, of_mbrlen, of_mbtowc;

size_t MODEL(mbrtowc)(wchar_t *to, const char *s, size_t n, mbstate_t *state) {
  if (!state) state = &of_mbrtowc;
  if (!s) return MODEL(mbrtowc)(0, "", 1, state);
  if (!esp_is_ascii()) {
    wchar_t c = 0;
    multibyte_character(s, n, *state);
    const size_t size = esp_real_mbrtowc(&c, s, n, state);
    put(to, c, size < (size_t)-2);
    return size;
  }
  if (n == 0) return (size_t)-2;
  const byte c = (byte)*s;
  if (!is_ascii(c)) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  if (to) *to = c;
  return c != 0;
}

size_t MODEL(mbrlen)(const char *s, size_t n, mbstate_t *state) {
  return MODEL(mbrtowc)(0, s, n, state ? state : &of_mbrlen);
}

/* No locale shifts between character sets. */
static int multibyte(wchar_t *to, const char *s, size_t n, mbstate_t *state) {
  if (!s) {
    *state = (mbstate_t){0};
    return 0;
  }
  if (*s == 0) { /* whatever n is */
    put(to, 0, 1);
    return 0;
  }
  const size_t size = MODEL(mbrtowc)(to, s, n, state);
  return size < (size_t)-2 ? (int)size : -1;
}

int MODEL(mbtowc)(wchar_t *to, const char *s, size_t n) {
  return multibyte(to, s, n, &of_mbtowc);
}

int MODEL(mblen)(const char *s, size_t n) {
  mbstate_t state = {0};
  return multibyte(0, s, n, &state);
}

int MODEL(mbsinit)(const mbstate_t *state) { return !state || state->__count == 0; }

size_t MODEL(wcrtomb)(char *s, wchar_t c, mbstate_t *state) {
  if (!s) return esp_is_ascii() ? 1 : esp_real_wcrtomb(0, 0, state);
  if (!esp_is_ascii()) {
    char bytes[MB_LEN_MAX];
    const size_t size = esp_real_wcrtomb(bytes, (wchar_t)esp_pin((wint_t)c), state);
    for (size_t i = 0; size != (size_t)-1 && i < size; i++) s[i] = bytes[i];
    return size;
  }
  if (!is_ascii((wint_t)c)) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  *s = (char)c;
  return 1;
}

int MODEL(wctomb)(char *s, wchar_t c) {
  mbstate_t state = {0};
  return s ? (int)MODEL(wcrtomb)(s, c, &state) : 0;
}

wint_t MODEL(btowc)(int c) {
  if (!esp_is_ascii()) return esp_real_btowc((int)esp_pin((unsigned)c));
  return (wint_t)esp_choose(is_ascii((wint_t)c), (wint_t)c, WEOF);
}

int MODEL(wcwidth)(wchar_t c) {
  if (!esp_is_ascii()) return esp_real_wcwidth((wchar_t)esp_pin((wint_t)c));
  const int is_printed = (wint_t)c - ' ' < 95;
  return is_printed - (!is_printed & (c != 0));
}

/* ---- of one character --------------------------------------------------------------------- */

#define OF_A_CHARACTER(type, name, in_ascii)                         \
  type esp_real_##name(wint_t c);                                    \
  type MODEL(name)(wint_t c) {                                       \
    if (!esp_is_ascii()) return esp_real_##name((wint_t)esp_pin(c)); \
    return in_ascii;                                                 \
  }
#define CLASS(bit) esp_ctype_in_range((int)c, bit) * is_ascii(c)
#include "wide.def"
