// Every index is inside: no finding, and all is proved.
// RUN: unit=f exhaustive
// EXPECT: branch 3/4
// EXPECT: infeasible line 9 true
int f(unsigned char x) {
  int a[16];
  for (int i = 0; i < 16; i++)
    a[i] = i * i;
  if (a[x >> 4] == 50)
    return 1;
  return 0;
}
