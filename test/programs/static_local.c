// A static local variable starts every run with its initial value: nothing outside can set it.
// RUN: unit=first globals
// EXPECT: branch 1/2
// EXPECT: infeasible line 8 false
int first(void) {
  static int calls;
  calls++;
  if (calls == 1) return 1;
  return 0;
}
