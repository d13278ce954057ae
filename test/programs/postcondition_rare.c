// A postcondition that one input breaks is found although no goal leads there.
// RUN: unit=next
// EXPECT: branch 2/2
// EXPECT: finding postcondition failed
unsigned next(unsigned a) {
  if (a & 1) return a + 1;
  return a + 2;
}

int espalier_post_next(unsigned a, unsigned result) {
  (void)result;
  return a != 123456789;
}
