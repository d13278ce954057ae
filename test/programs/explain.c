// --explain says of every subtree that was left out which rule did it, and which choices lead there.
// RUN: unit=f prune=call-depth=0 prune=look-ahead explain
// EXPECT: branch 5/6
// EXPECT: unknown line 14 true
// EXPECT: pruned call-depth=0: explain.c:9: a branch of positive is true, after explain.c:13: a > 3 is false
// EXPECT: pruned call-depth=0: explain.c:9: a branch of positive is false, after explain.c:13: a > 3 is true, explain.c:14: a < 2 is false
// EXPECT: pruned look-ahead: explain.c:16: b == 9 is true, after explain.c:13: a > 3 is true, explain.c:14: a < 2 is false, explain.c:9: a branch of positive is true
static int positive(int x) {
  if (x > 0) return 1;
  return 0;
}
int f(int a, int b) {
  if (a > 3)
    if (a < 2) return 1;
  positive(a);
  if (b == 9) return 2;
  return 0;
}
