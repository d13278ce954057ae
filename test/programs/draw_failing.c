// A path whose every run fails before its end is not found feasible; the failure is a finding all the same.
// RUN: unit=f strategy=draw
// EXPECT: branch 2/2
// EXPECT: tests == 2
// EXPECT: finding out of bounds line 9
int f(int a) {
  int table[4] = {1, 2, 3, 4};
  if (a > 100)
    return table[a];
  return 0;
}
