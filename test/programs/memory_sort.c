// Counting: cells are written at indices read from the input, and read back.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 11 true
int f(const unsigned char values[3]) {
  int count[4] = {0};
  for (int i = 0; i < 3; i++)
    count[values[i] & 3]++;
  if (count[2] == 3)
    return 1;
  if (count[0] + count[1] + count[2] + count[3] != 3)
    return 2;
  return 0;
}
