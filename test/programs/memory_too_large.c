// More cells than the limit: the address keeps its value, and that is said.
// RUN: unit=f
// EXPECT: branch 3/4
// EXPECT: unknown line 10 true
int f(unsigned short i) {
  static unsigned char a[5000];
  a[77] = 1;
  if (i >= 5000)
    return 0;
  if (a[i] == 2)
    return 1;
  return 2;
}
