/* A dichotomic walk between two bounds that the caller gives, through an array that need not be sorted. */
#ifndef SIZE
#define SIZE 64
#endif
int dichotomy(const int a[SIZE], int low, int high, int key) {
  int steps = 0;
  if (low < 0 || high >= SIZE) return -2;
  while (low <= high) {
    const int middle = (low + high) / 2;
    if (a[middle] == key) return steps;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
    steps++;
  }
  return -1;
}
