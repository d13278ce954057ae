// Contracts may stand in a file of their own, which sees the types of the source.
// RUN: unit=clamp contracts=contracts/clamp.c
// EXPECT: branch 4/4
// EXPECT: finding postcondition failed
struct limits {
  int low, high;
};

int clamp(int value, const struct limits *limits) {
  if (value < limits->low) return limits->low;
  if (value > 1000) return limits->high;
  return value;
}
