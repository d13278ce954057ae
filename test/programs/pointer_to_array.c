// A pointer to rows.
// RUN: unit=f
// EXPECT: branch 4/4
int f(int (*rows)[3]) {
  if (!rows) return 0;
  return rows[1][2] == 9 ? 1 : 2;
}
