// Without --whole only the unit's own branches are goals, though callees are explored for them.
// RUN: unit=f
// EXPECT: branch 2/2
static int secret(int x) {
  if (x == 123456)
    return 1;
  return 0;
}
int f(int x) {
  if (secret(x))
    return 7;
  return 8;
}
