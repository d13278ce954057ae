// A precondition keeps inputs out; nothing that only such inputs reach is covered.
// RUN: unit=at
// EXPECT: branch 3/4
// EXPECT: infeasible line 11 true
// EXPECT: paths == 2
static int espalier_pre_at(int index, int size) { return index >= 0 && index < size && size <= 10; }

int at(int index, int size) {
  static const int table[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
  (void)table;
  if (index >= 10) return -1;
  if (size == 7) return 2;
  return 1;
}
