// The largest number has no successor.
// RUN: unit=f check-undefined
// EXPECT: branch 2/2
// EXPECT: finding signed overflow line 6
int f(int x) {
  x++;
  if (x > 7) return 1;
  return 0;
}
