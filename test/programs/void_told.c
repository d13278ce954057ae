// A void pointer whose type is told.
// RUN: unit=f type=data=struct_pair
// EXPECT: branch 4/4
typedef struct {
  int a, b;
} struct_pair;
int g(const struct_pair *p) { return p->a == 4 && p->b == 5; }
int f(void *data) {
  if (!data) return 0;
  return g(data) ? 1 : 2;
}
