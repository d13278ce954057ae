// Control that jumps to an address is followed to every label: nothing behind it is unreachable.
// RUN: unit=f prune=look-ahead
// EXPECT: branch 8/8
int f(int a, int b) {
  static void *const labels[] = {&&first, &&second};
  if (a > 5) b++;
  goto *labels[a > 5 ? 1 : 0];
first:
  if (b == 3) return 1;
  return 2;
second:
  if (b == 9) return 3;
  return 4;
}
