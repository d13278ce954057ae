// A named function type, called twice: each call answers for itself.
// RUN: unit=ordered
// EXPECT: branch 4/4
typedef int (*compare)(const void *, const void *);

int ordered(const int *a, compare less) {
  if (!a || !less) return -1;
  return less(a, a) < less(a, a);
}
