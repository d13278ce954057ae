// Bit-fields have as many values as bits; eight does not fit into three.
// RUN: unit=f
// EXPECT: branch 5/6
// EXPECT: infeasible line 10 true
struct flags {
  unsigned level : 3;
  int change : 4;
};
int f(struct flags s) {
  if (s.level == 8) return 1;
  if (s.change == -8) return 2;
  s.level += 5;
  return s.level < 3 ? 3 : 4;
}
