// A label outside the range of the switched value.
// RUN: unit=f
// EXPECT: branch 4/5
// EXPECT: infeasible line 12 case
int f(unsigned x) {
  switch (x & 3) {
    case 0:
      return 10;
    case 1:
    case 3:
      return 11;
    case 4:
      return 12;
    default:
      return 13;
  }
}
