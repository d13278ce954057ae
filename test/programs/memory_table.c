// A constant table at a symbolic index: which values it holds is known, also that none is 7.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 11 true
static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
int f(unsigned i) {
  if (i >= 8)
    return 0;
  if (table[i] == 9)
    return 1;
  if (table[i] == 7)
    return 2;
  return 3;
}
