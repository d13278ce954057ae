// A postcondition that fails is a finding.
// RUN: unit=absolute
// EXPECT: branch 2/2
// EXPECT: finding postcondition failed
int absolute(int a) {
  if (a < 0) return -a;
  return a;
}

int espalier_post_absolute(int a, int result) {
  (void)a;
  return result >= 0;
}
