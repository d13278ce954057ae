// Members of structs whose size is no power of two.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 16 true
struct entry {
  int key, value, count;
};
int f(unsigned i) {
  struct entry table[5] = {{1, 10, 0}, {2, 20, 0}, {3, 30, 0}, {4, 40, 0}, {5, 50, 0}};
  if (i >= 5)
    return 0;
  table[i].count = table[i].key * 2;
  if (table[3].count == 8)
    return 1;
  struct entry *e = &table[i];
  if (e->count == 8)
    return 2;
  return e->value;
}
