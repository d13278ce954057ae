// A switch with one label is a switch, not a comparison.
// RUN: unit=f
// EXPECT: branch 4/4
int f(unsigned char a) {
  switch (a) {
    case 5:
      return 1;
  }
  switch (a & 3) {
    case 2:
    default:
      return 2;
  }
}
