// Two writes at symbolic indices that may or may not meet.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 12 true
int f(unsigned char i, unsigned char j) {
  int a[4] = {0, 0, 0, 0};
  a[i & 3] = 5;
  a[j & 3] += 2;
  if (a[2] == 7)
    return 1;
  if (a[1] == 7)
    if ((i & 3) != (j & 3))
      return 2;
  return 0;
}
