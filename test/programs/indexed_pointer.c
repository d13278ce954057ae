// A pointer that is indexed points to several elements.
// RUN: unit=f
// EXPECT: branch 6/6
int f(const short *p) {
  if (!p)
    return -1;
  if (p[0] == 3 &&
      p[3] == -3)
    return 1;
  return 0;
}
