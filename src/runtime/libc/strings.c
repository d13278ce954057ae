/* str*: what only reads. */
#include "model.h"

size_t MODEL(strlen)(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t MODEL(strnlen)(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

/* Both are the same byte: is it the end?  Asking the concrete one costs no branch. */
static int at_end(byte a, byte b) { return esp_symbolic(b) ? a == 0 : b == 0; }

int MODEL(strcmp)(const char *a, const char *b) {
  for (size_t i = 0;; i++) {
    const byte x = (byte)a[i], y = (byte)b[i];
    if (x != y) return x - y;
    if (at_end(x, y)) return 0;
  }
}

int MODEL(strncmp)(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const byte x = (byte)a[i], y = (byte)b[i];
    if (x != y) return x - y;
    if (at_end(x, y)) return 0;
  }
  return 0;
}

int MODEL(strcoll)(const char *a, const char *b) { return MODEL(strcmp)(a, b); }

int MODEL(strcasecmp)(const char *a, const char *b) {
  for (size_t i = 0;; i++) {
    const byte x = (byte)MODEL(tolower)((byte)a[i]), y = (byte)MODEL(tolower)((byte)b[i]);
    if (x != y) return x - y;
    if (at_end(x, y)) return 0;
  }
}

int MODEL(strncasecmp)(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const byte x = (byte)MODEL(tolower)((byte)a[i]), y = (byte)MODEL(tolower)((byte)b[i]);
    if (x != y) return x - y;
    if (at_end(x, y)) return 0;
  }
  return 0;
}

char *MODEL(strchrnul)(const char *s, int c) {
  for (;; s++)
    if (*s == (char)c || *s == 0) return (char *)s;
}

char *MODEL(strchr)(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (*s == 0) return 0;
  }
}

char *MODEL(index)(const char *s, int c) { return MODEL(strchr)(s, c); }

char *MODEL(strrchr)(const char *s, int c) {
  const char *last = 0;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (*s == 0) return (char *)last;
  }
}

char *MODEL(rindex)(const char *s, int c) { return MODEL(strrchr)(s, c); }

char *MODEL(strstr)(const char *in, const char *what) {
  for (;; in++) {
    for (size_t k = 0;; k++) {
      if (what[k] == 0) return (char *)in;
      if (in[k] != what[k]) break;
    }
    if (*in == 0) return 0;
  }
}

char *MODEL(strcasestr)(const char *in, const char *what) {
  for (;; in++) {
    for (size_t k = 0;; k++) {
      if (what[k] == 0) return (char *)in;
      if (MODEL(tolower)((byte)in[k]) != MODEL(tolower)((byte)what[k])) break;
    }
    if (*in == 0) return 0;
  }
}

/* One value for "c is one of them": which of them does not split the path. */
static int is_one_of(char c, const char *set) {
  int found = 0;
  for (; *set; set++) found |= c == *set;
  return found;
}

size_t MODEL(strspn)(const char *s, const char *accept) {
  size_t n = 0;
  while (s[n] && is_one_of(s[n], accept)) n++;
  return n;
}

size_t MODEL(strcspn)(const char *s, const char *reject) {
  size_t n = 0;
  while (s[n] && !is_one_of(s[n], reject)) n++;
  return n;
}

char *MODEL(strpbrk)(const char *s, const char *accept) {
  s += MODEL(strcspn)(s, accept);
  return *s ? (char *)s : 0;
}

char *MODEL(strtok_r)(char *s, const char *separators, char **rest) {
  if (!s) s = *rest;
  if (*s == 0) {
    *rest = s;
    return 0;
  }
  s += MODEL(strspn)(s, separators);
  if (*s == 0) {
    *rest = s;
    return 0;
  }
  char *end = s + MODEL(strcspn)(s, separators);
  if (*end == 0) {
    *rest = end;
    return s;
  }
  *end = 0;
  *rest = end + 1;
  return s;
}

char *MODEL(__strtok_r)(char *s, const char *separators, char **rest) {
  return MODEL(strtok_r)(s, separators, rest);
}

static char *strtok_rest;
char *MODEL(strtok)(char *s, const char *separators) { return MODEL(strtok_r)(s, separators, &strtok_rest); }

char *MODEL(strsep)(char **rest, const char *separators) {
  char *s = *rest;
  if (!s) return 0;
  char *end = s + MODEL(strcspn)(s, separators);
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = 0;
  }
  return s;
}
