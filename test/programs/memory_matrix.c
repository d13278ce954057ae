// Two symbolic indices in one address.
// RUN: unit=f
// EXPECT: branch 7/8
// EXPECT: infeasible line 12 true
static const char grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
int f(unsigned row, unsigned column) {
  if (row >= 3 || column >= 4)
    return 0;
  const char c = grid[row][column];
  if (c == 10)
    return 1;
  if (c == 13)
    return 2;
  return 3;
}
