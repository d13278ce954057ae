// Members without a name: a structure and a union inside.
// RUN: unit=f
// EXPECT: branch 6/6
struct event {
  unsigned char type;
  union {
    struct {
      short x, y;
    };
    double time;
  };
};
int f(struct event *e) {
  if (!e) return 0;
  if (e->type == 1 && e->x > e->y) e->x = 0;
  return e->type;
}
