/* mem*: plain operations when the length is concrete, one path per length when it is not. */
#include "model.h"

void *MODEL(memmove)(void *to, const void *from, size_t n) {
  byte *d = to;
  const byte *s = from;
  if (!esp_symbolic(n)) {
    __builtin_memmove(to, from, n);
  } else if (d > s && d < s + n) { /* they overlap, and bytes must move from the end on */
    const size_t known = esp_count(to, n, 1);
    __builtin_memmove(to, from, known);
  } else {
    for (size_t i = 0; i < n; i++) d[i] = s[i];
  }
  return to;
}

void *MODEL(memcpy)(void *to, const void *from, size_t n) { return MODEL(memmove)(to, from, n); }

void *MODEL(mempcpy)(void *to, const void *from, size_t n) {
  MODEL(memmove)(to, from, n);
  return (byte *)to + n;
}

void MODEL(bcopy)(const void *from, void *to, size_t n) { MODEL(memmove)(to, from, n); }

void *MODEL(memccpy)(void *to, const void *from, int c, size_t n) {
  byte *d = to;
  const byte *s = from;
  for (size_t i = 0; i < n; i++) {
    d[i] = s[i];
    if (s[i] == (byte)c) return d + i + 1;
  }
  return 0;
}

void *MODEL(memset)(void *to, int c, size_t n) {
  if (!esp_symbolic(n)) {
    __builtin_memset(to, c, n);
  } else {
    for (size_t i = 0; i < n; i++) ((byte *)to)[i] = (byte)c;
  }
  return to;
}

void MODEL(bzero)(void *to, size_t n) { MODEL(memset)(to, 0, n); }
void MODEL(explicit_bzero)(void *to, size_t n) { MODEL(memset)(to, 0, n); }

/* C promises only the sign.  What comes out besides depends on the machine and the length: the
 * difference of the bytes, -1 or 1, or the difference of the two or three bytes read as one big-endian
 * number.  esp_memcmp_style has asked the real function which it is. */
int MODEL(memcmp)(const void *a, const void *b, size_t n) {
  const byte *x = a, *y = b;
  for (size_t i = 0; i < n; i++) {
    if (x[i] == y[i]) continue;
    if (esp_symbolic(n)) n = i + 1 + esp_count(x + i + 1, n - i - 1, 1);
    const int difference = x[i] - y[i];
    switch (esp_memcmp_style(n, i)) {
      case 1:
        return 1 - 2 * (difference < 0);
      case 2: {
        int whole = 0;
        for (size_t k = 0; k < n; k++) whole = whole * 256 + x[k] - y[k];
        return whole;
      }
      default:
        return difference;
    }
  }
  return 0;
}

int MODEL(bcmp)(const void *a, const void *b, size_t n) {
  const byte *x = a, *y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i]) return x[i] - y[i];
  return 0;
}

void *MODEL(memchr)(const void *s, int c, size_t n) {
  const byte *p = s;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (byte)c) return (void *)(p + i);
  return 0;
}

void *MODEL(rawmemchr)(const void *s, int c) {
  const byte *p = s;
  while (*p != (byte)c) p++;
  return (void *)p;
}

void *MODEL(memrchr)(const void *s, int c, size_t n) {
  const byte *p = s;
  for (size_t i = esp_count(s, n, 1); i > 0; i--)
    if (p[i - 1] == (byte)c) return (void *)(p + i - 1);
  return 0;
}

void *MODEL(memmem)(const void *in, size_t n, const void *what, size_t m) {
  const byte *h = in, *w = what;
  n = esp_count(in, n, 1);
  m = esp_count(what, m, 1);
  for (size_t i = 0; i + m <= n; i++) {
    size_t k = 0;
    while (k < m && h[i + k] == w[k]) k++;
    if (k == m) return (void *)(h + i);
  }
  return 0;
}
