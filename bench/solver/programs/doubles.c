int roots(double a, double b, double c) {
  if (a == 0) return b == 0 ? 0 : 1;
  const double d = b * b - 4 * a * c;
  if (d < 0) return 0;
  if (d == 0) return 2;
  const double x = (-b + __builtin_sqrt(d)) / (2 * a);
  if (x > 1 && x < 2) return 3;
  return x == 5 ? 4 : 5;
}

int newton(double x) {
  if (!(x > 1 && x < 1000)) return 0;
  double r = x;
  for (int i = 0; i < 8; i++) {
    const double next = (r + x / r) / 2;
    if (r - next < 1e-9) return i;
    r = next;
  }
  return r > 20 ? 9 : 8;
}

int cubic(double x) {
  const double y = x * x * x - 2 * x - 5;
  if (y > -0.001 && y < 0.001) return 1;
  return y > 100 ? 2 : 0;
}

int cube_root(double c) {
  if (!(c > 2 && c < 50)) return 0;
  double x = 1;
  for (int i = 0; i < 6; i++) {
    const double f = x * x * x - c;
    if (f < 1e-6 && f > -1e-6) return i;
    x -= f / (3 * x * x);
  }
  return x > 3 ? 7 : 6;
}

int logistic(double x) {
  if (!(x > 0 && x < 1)) return -1;
  for (int i = 0; i < 8; i++) {
    x = 3.7 * x * (1 - x);
    if (x > 0.92) return i;
  }
  return x > 0.5 ? 9 : 8;
}
