// Structures of two types that point to each other.
// RUN: unit=f
// EXPECT: branch 10/10
struct city;
struct road {
  struct city *to;
  int length;
};
struct city {
  struct road *roads[2];
};
int f(const struct city *c) {
  if (!c || !c->roads[1]) return 0;
  const struct city *next = c->roads[1]->to;
  if (next == c) return 1;
  if (next && c->roads[1]->length == 12) return 2;
  return 3;
}
