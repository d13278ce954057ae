// A comparison for qsort: the body says what is behind the pointers.
// RUN: unit=compare
// EXPECT: branch 4/4
// EXPECT: finding null dereference
int compare(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  if (x < y) return -1;
  return x > y ? 1 : 0;
}
