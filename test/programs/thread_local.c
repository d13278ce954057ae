// Thread-local variables are as new in every run.
// RUN: unit=f
// EXPECT: branch 3/4
// EXPECT: infeasible line 8 true
static _Thread_local int calls;
int f(int x) {
  calls++;
  if (calls == 2)
    return 1;
  if (x > 3)
    return 2;
  return 0;
}
