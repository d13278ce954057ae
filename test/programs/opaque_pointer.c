// What is not defined here is null or something opaque.
// RUN: unit=f
// EXPECT: branch 4/4
struct hidden;
int look(const struct hidden *h);
int f(struct hidden *h) {
  if (!h) return 0;
  return look(h) == 7 ? 2 : 1;
}
