// A parameter with the name of a global variable that a callee uses.
// RUN: unit=add globals
// EXPECT: branch 2/2
static int count;
static int counted(void) { return count; }

int add(int count) {
  if (counted() == 7 * count + 1) return 1;
  return 0;
}
