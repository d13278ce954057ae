// Through a pointer, a bit-field wraps around.
// RUN: unit=next
// EXPECT: branch 4/4
struct clock {
  unsigned hour : 5, minute : 6;
  _Bool on : 1;
};
int next(struct clock *c) {
  if (!c) return -1;
  c->minute++;
  return c->minute == 0 ? 1 : 0;
}
