/* Where a line meets a circle around the origin, and some of what makes that hard in floating point. */
int floating(double slope, double offset, double radius) {
  if (!(radius > 0)) return -1;
  if (slope != slope || offset != offset) return -2;
  if (radius > 1e6) return -3;
  const double a = 1 + slope * slope;
  const double b = 2 * slope * offset;
  const double c = offset * offset - radius * radius;
  const double d = b * b - 4 * a * c;
  if (d < 0) return 0;
  if (d == 0) {
    if (slope == 0) return 1;
    return 2;
  }
  if (d > 1e30) return 3;
  if (c == 0) {
    if (b > 0) return 4;
    return 5;
  }
  if (slope > 2.5 && slope < 2.75 && offset == 0.125) return 6;
  return 7;
}
