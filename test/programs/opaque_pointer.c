// What is not defined here can only be null; that is a bound, and said so.
// RUN: unit=f
// EXPECT: branch 1/2
// EXPECT: infeasible line 7 false
struct hidden;
int f(struct hidden *h) {
  if (!h) return 0;
  return 1;
}
