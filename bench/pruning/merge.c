/* Sorts two arrays of three numbers, each by compare-and-swap, and merges them; negative ones are refused. */
#include "word.h"

enum { N = 3 };

static void order(word *a, word *b) {
  if (*a > *b) {
    const word t = *a;
    *a = *b;
    *b = t;
  }
}

static void sort(word *a) {
  order(&a[0], &a[1]);
  order(&a[1], &a[2]);
  order(&a[0], &a[1]);
}

word merge(word a[N], word b[N]) {
  word out[2 * N];
  int i, j = 0, n = 0;
  for (i = 0; i < N; i++)
    if (a[i] < 0 || b[i] < 0) return -1;
  i = 0;
  sort(a);
  sort(b);
  while (i < N && j < N) {
    if (a[i] <= b[j])
      out[n++] = a[i++];
    else
      out[n++] = b[j++];
  }
  while (i < N) out[n++] = a[i++];
  while (j < N) out[n++] = b[j++];
  if (out[0] == out[2 * N - 1]) return 1;
  return 0;
}
