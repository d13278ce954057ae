int triangle(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return 0;
  if (a - b >= c || b - c >= a || c - a >= b) return 0;
  int equal = 0;
  if (a == b) equal++;
  if (b == c) equal++;
  if (a == c) equal++;
  if (equal == 0) return 1;
  return equal == 1 ? 2 : 3;
}
