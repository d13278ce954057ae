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
int esp_real_mbtowc(wchar_t *to, const char *s, size_t n);
int esp_real_mblen(const char *s, size_t n);
size_t esp_real_wcrtomb(char *s, wchar_t c, mbstate_t *state);
wint_t esp_real_btowc(int c);
int esp_real_wcwidth(wchar_t c);

static inline int is_ascii(wint_t c) { return c < 128; }

/* ---- between bytes and wide characters ---------------------------------------------------- */

/* Bytes that are symbolic become those of this run, as far as a character can go. */
static size_t multibyte_character(const char *s, size_t n) {
  esp_pin(n);
  for (size_t i = 0; i < n && i < MB_LEN_MAX && esp_pin((byte)s[i]) >= 128;) i++;
  return n;
}

/* What the real function found goes to its place by the model, so that a label of before is gone. */
static void put(wchar_t *to, wchar_t c, int found) {
  if (to && found) *to = c;
}

size_t MODEL(mbrtowc)(wchar_t *to, const char *s, size_t n, mbstate_t *state) {
  if (!s) return MODEL(mbrtowc)(0, "", 1, state);
  if (!esp_is_ascii()) {
    wchar_t c = 0;
    const size_t size = esp_real_mbrtowc(&c, s, multibyte_character(s, n), state);
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
  static mbstate_t own;
  return MODEL(mbrtowc)(0, s, n, state ? state : &own);
}

/* These keep a state of their own, which an unfinished character leaves as it is. */
int MODEL(mbtowc)(wchar_t *to, const char *s, size_t n) {
  if (!s) return esp_real_mbtowc(0, 0, 0);
  if (!esp_is_ascii()) {
    wchar_t c = 0;
    const int size = esp_real_mbtowc(&c, s, multibyte_character(s, n));
    put(to, c, size >= 0);
    return size;
  }
  const size_t size = MODEL(mbrtowc)(to, s, n, 0);
  return size < (size_t)-2 ? (int)size : -1;
}

int MODEL(mblen)(const char *s, size_t n) {
  if (!s) return esp_real_mblen(0, 0);
  if (!esp_is_ascii()) return esp_real_mblen(s, multibyte_character(s, n));
  return MODEL(mbtowc)(0, s, n);
}

int MODEL(mbsinit)(const mbstate_t *state) { return !state || state->__count == 0; }

size_t MODEL(wcrtomb)(char *s, wchar_t c, mbstate_t *state) {
  if (!s) return 1;
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

#define OF_A_CHARACTER(type, name, in_ascii)                     \
  type esp_real_##name(wint_t c);                                \
  type MODEL(name)(wint_t c) {                                   \
    if (!esp_is_ascii()) return esp_real_##name((wint_t)esp_pin(c)); \
    return in_ascii;                                             \
  }
#define CLASS(name, bit) OF_A_CHARACTER(int, isw##name, esp_ctype_in_range((int)c, bit) * is_ascii(c))

OF_A_CHARACTER(int, wctob, (int)esp_choose(is_ascii(c), c, (unsigned)EOF))
OF_A_CHARACTER(int, iswdigit, c - '0' < 10)
CLASS(upper, _ISupper)
CLASS(lower, _ISlower)
CLASS(alpha, _ISalpha)
CLASS(xdigit, _ISxdigit)
CLASS(space, _ISspace)
CLASS(print, _ISprint)
CLASS(graph, _ISgraph)
CLASS(blank, _ISblank)
CLASS(cntrl, _IScntrl)
CLASS(punct, _ISpunct)
CLASS(alnum, _ISalnum)
OF_A_CHARACTER(wint_t, towlower, c + 32 * (c - 'A' < 26))
OF_A_CHARACTER(wint_t, towupper, c - 32 * (c - 'a' < 26))
