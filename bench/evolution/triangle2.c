/* Triangles of the grid by their sides, sorted first; obtuse 1, right 2, acute 3, plus 10 when two sides are
 * equal, plus 20 when all are; 0 when there is none. */
int triangle2(int x, int y, int z) {
  int t;
  if (x > y) {
    t = x;
    x = y;
    y = t;
  }
  if (y > z) {
    t = y;
    y = z;
    z = t;
  }
  if (x > y) {
    t = x;
    x = y;
    y = t;
  }
  if (x < 1) return 0;
  if (z > 1000) return 0;
  if (x + y <= z) return 0;
  int kind = 0;
  if (x == y) kind = 10;
  if (y == z) kind = kind == 10 ? 20 : 10;
  const int near = x * x + y * y, far = z * z;
  if (near < far)
    kind += 1;
  else if (near == far)
    kind += 2;
  else
    kind += 3;
  if (kind == 2) return x * y == 12 ? 100 : 99;
  return kind;
}
