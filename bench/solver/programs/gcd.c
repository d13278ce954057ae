unsigned gcd(unsigned short a, unsigned short b) {
  unsigned x = a, y = b;
  for (int i = 0; i < 6 && y != 0; i++) {
    const unsigned t = x % y;
    x = y;
    y = t;
  }
  if (y != 0) return 0;
  if (x == 1) return 1;
  return x > 100 ? 3 : 2;
}
