// Only so many calls of a function without a body answer freely: a verdict says how many.
// RUN: unit=third max-stub-calls=2
// EXPECT: branch 1/2
// EXPECT: infeasible line 11 true
int next_value(void);

int third(void) {
  next_value();
  next_value();
  int c = next_value();
  if (c == 7) return 1;
  return 0;
}
