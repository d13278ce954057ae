// Every run starts from the program's own state of its globals.
// RUN: unit=f exhaustive
// EXPECT: branch 3/4
// EXPECT: infeasible line 8 true
// EXPECT: paths == 2
static int calls;
int f(int x) {
  if (calls > 0) return 1;
  calls++;
  if (x > 5) return 2;
  return 3;
}
