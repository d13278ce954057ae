// A length that is told.
// RUN: unit=f length=v=last
// EXPECT: branch 7/8
// EXPECT: infeasible line 7 true
int f(const short *v, int last) {
  if (!v) return 0;
  if (last < 0) return 1;
  return last > 0 && v[last - 1] == 5 ? 2 : 3;
}
