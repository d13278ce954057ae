// An index is no length: nothing keeps it inside.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: finding out of bounds
int f(const int *table, int which) {
  if (!table) return 0;
  return table[which] == 3 ? 1 : 2;
}
