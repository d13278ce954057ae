/* qsort and bsearch with the user's comparison, called in glibc's order: what a comparison observes of
 * that order is the same. */
#include <stdlib.h>

#include "model.h"

typedef int compare_function(const void *, const void *, void *);

static void merge_sort(byte *base, size_t n, size_t size, compare_function *compare, void *more, byte *room) {
  if (n <= 1) return;
  size_t left = n / 2, right = n - left;
  byte *a = base, *b = base + left * size, *to = room;
  merge_sort(a, left, size, compare, more, room);
  merge_sort(b, right, size, compare, more, room);
  while (left > 0 && right > 0) {
    byte **from = compare(a, b, more) <= 0 ? (left--, &a) : (right--, &b);
    __builtin_memmove(to, *from, size);
    *from += size;
    to += size;
  }
  if (left > 0) __builtin_memmove(to, a, left * size);
  __builtin_memmove(base, room, (n - right) * size);
}

#define STACK_ROOM (64 << 10)

void MODEL(qsort_r)(void *base, size_t n, size_t size, compare_function *compare, void *more) {
  n = esp_count(base, n, size);
  size = esp_count(base, size, 1);
  if (n <= 1 || size == 0) return;
  if (n * size <= STACK_ROOM) {
    merge_sort(base, n, size, compare, more, __builtin_alloca(n * size));
    return;
  }
  byte *room = malloc(n * size);
  if (!room) return;
  merge_sort(base, n, size, compare, more, room);
  free(room);
}

typedef int plain_comparison(const void *, const void *);

static int without_more(const void *a, const void *b, void *compare) {
  return (*(plain_comparison **)compare)(a, b);
}

void MODEL(qsort)(void *base, size_t n, size_t size, plain_comparison *compare) {
  MODEL(qsort_r)(base, n, size, without_more, &compare);
}

void *MODEL(bsearch)(const void *key, const void *base, size_t n, size_t size, plain_comparison *compare) {
  size_t low = 0, high = esp_count(base, n, size);
  size = esp_count(base, size, 1);
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const void *element = (const byte *)base + middle * size;
    const int order = compare(key, element);
    if (order < 0)
      high = middle;
    else if (order > 0)
      low = middle + 1;
    else
      return (void *)element;
  }
  return 0;
}
