// So many of a loop's paths as were asked for, all different; goals on longer paths stay unknown.
// RUN: unit=f strategy=draw length=20 tests=3 without-replacement
// EXPECT: branch 3/4
// EXPECT: unknown line 8 true
// EXPECT: tests == 3
int f(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (i == 50) return 1;
  return 0;
}
