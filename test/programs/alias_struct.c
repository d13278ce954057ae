// Comparing an object with itself.
// RUN: unit=same
// EXPECT: branch 6/6
struct point {
  int x, y;
};
int same(const struct point *a, const struct point *b) {
  if (a == b) return 1;
  if (!a || !b) return 0;
  return 0;
}
