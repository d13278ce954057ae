/* Heapsort of pseudo-random ints. */
static int heap[4096];

static void sift(int *a, int start, int end) {
  int root = start;
  while (2 * root + 1 <= end) {
    int child = 2 * root + 1;
    if (child + 1 <= end && a[child] < a[child + 1]) child++;
    if (a[root] >= a[child]) return;
    int t = a[root];
    a[root] = a[child];
    a[child] = t;
    root = child;
  }
}

unsigned kernel(unsigned rounds) {
  unsigned sum = 0, seed = 1;
  const int n = sizeof heap / sizeof *heap;
  for (unsigned r = 0; r < rounds; r++) {
    for (int i = 0; i < n; i++) {
      seed = seed * 1664525u + 1013904223u;
      heap[i] = (int)(seed >> 8);
    }
    for (int i = n / 2 - 1; i >= 0; i--) sift(heap, i, n - 1);
    for (int i = n - 1; i > 0; i--) {
      int t = heap[0];
      heap[0] = heap[i];
      heap[i] = t;
      sift(heap, 0, i - 1);
    }
    sum = sum * 31 + (unsigned)heap[n / 3];
  }
  return sum;
}
