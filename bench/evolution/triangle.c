/* What kind of triangle three lengths make: 1 scalene, 2 isosceles, 3 equilateral, 4 right-angled, 0 none. */
int triangle(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return 0;
  if (a > 30000 || b > 30000 || c > 30000) return -1;
  if (a + b <= c || b + c <= a || a + c <= b) return 0;
  if (a == b && b == c) return 3;
  int right = 0;
  if (a >= b && a >= c) {
    if (b * b + c * c == a * a) right = 1;
  } else if (b >= a && b >= c) {
    if (a * a + c * c == b * b) right = 1;
  } else {
    if (a * a + b * b == c * c) right = 1;
  }
  if (right) return 4;
  if (a == b || b == c || a == c) return 2;
  return 1;
}
