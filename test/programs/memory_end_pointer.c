// Counting back from one past the end.
// RUN: unit=f
// EXPECT: branch 4/4
int f(unsigned n) {
  int a[5] = {1, 2, 3, 4, 5};
  const int *end = a + 5;
  if (n == 0 || n > 5)
    return 0;
  return end[-(int)n] == 2;
}
