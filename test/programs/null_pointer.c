// Null is tried, and so is an object.
// RUN: unit=f
// EXPECT: branch 4/4
// EXPECT: tests <= 3
int f(const int *p) {
  if (!p)
    return -1;
  if (*p == 1000)
    return 1;
  return 0;
}
