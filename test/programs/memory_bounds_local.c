// One index too many is allowed: the access past the local array is asked for.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding out of bounds line 8
int f(unsigned i) {
  int a[4] = {1, 2, 3, 4};
  if (i <= 4)
    return a[i];
  return 7;
}
