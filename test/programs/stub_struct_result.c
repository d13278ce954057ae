// A function without a body that returns a structure.
// RUN: unit=quadrant
// EXPECT: branch 4/4
struct point {
  short x, y;
};
struct point cursor(void);

int quadrant(void) {
  struct point p = cursor();
  if (p.x > 0 && p.y > 0) return 1;
  return 0;
}
