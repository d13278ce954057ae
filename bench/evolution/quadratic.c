/* How many real roots a x^2 + b x + c has; -1: it is no quadratic. */
int quadratic(int a, int b, int c) {
  if (a == 0) return -1;
  const long long d = (long long)b * b - 4ll * a * c;
  if (d > 0) return 2;
  if (d == 0) return 1;
  return 0;
}
