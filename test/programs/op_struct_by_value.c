// Structs by value: in two registers, and in memory when they are larger.
// RUN: unit=use exhaustive
// EXPECT: branch 4/6
// EXPECT: infeasible line 16 true
struct pair { long a; int b; };
struct large { long v[5]; };

static struct pair turn(struct pair p) { return (struct pair){p.b, (int)p.a}; }

static long last(struct large l) { return l.v[4]; }

int use(int x, int y) {
  struct pair p = turn((struct pair){x, y});
  struct large l = {{1, 2, 3, 4, p.a}};
  if (last(l) == 12) return 1;
  if (p.b != x || p.a != y) return 2;
  return 0;
}
