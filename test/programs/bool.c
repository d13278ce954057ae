// A _Bool is 0 or 1, whatever the bits of the input.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 10 true
int f(_Bool a, _Bool b) {
  if (a)
    return 1;
  if (!b)
    return 2;
  if (a + b > 1)
    return 3;
  return 4;
}
