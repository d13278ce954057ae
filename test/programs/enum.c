// Every enumerator is tried, and nothing but enumerators: what is left after all of them is infeasible.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 9 false
enum colour { RED = 1, GREEN = 20, BLUE = -300 };
int f(enum colour c) {
  if (c == RED) return 1;
  if (c == GREEN) return 2;
  if (c == BLUE) return 3;
  return 0;
}
