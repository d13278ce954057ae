/* Merges two sorted arrays of three numbers; what is not sorted is refused. */
#include "word.h"

enum { N = 3 };

static word sorted(const word *a) {
  int i;
  for (i = 1; i < N; i++)
    if (a[i - 1] > a[i]) return 0;
  return 1;
}

static int append(word *out, int at, const word *rest, int from) {
  while (from < N) out[at++] = rest[from++];
  return at;
}

word merge(const word a[N], const word b[N]) {
  word out[2 * N];
  int i = 0, j = 0, n = 0;
  if (!sorted(a)) return -1;
  if (!sorted(b)) return -2;
  while (i < N && j < N) {
    if (a[i] <= b[j])
      out[n++] = a[i++];
    else
      out[n++] = b[j++];
  }
  n = append(out, n, a, i);
  n = append(out, n, b, j);
  if (out[0] == out[2 * N - 1]) return 1;
  return 0;
}
