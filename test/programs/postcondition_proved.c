// A postcondition that always holds is no finding, and it is asked for after all goals are covered.
// RUN: unit=sign
// EXPECT: branch 4/4
static int espalier_post_sign(int a, int result) { return (a > 0) == (result > 0); }

static int sign(int a) {
  if (a > 0) return 1;
  if (a == -7) return 0;
  return -1;
}
int use(int a) { return sign(a) + espalier_post_sign(1, 1); }
