// Every enumerator is tried, also those with given values.
// RUN: unit=f
// EXPECT: branch 6/6
enum colour { RED = 1, GREEN = 20, BLUE = -300 };
int f(enum colour c) {
  if (c == RED) return 1;
  if (c == GREEN) return 2;
  if (c == BLUE) return 3;
  return 0;
}
