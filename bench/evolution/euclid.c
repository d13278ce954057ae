/* The greatest common divisor, and what kind of pair it is. */
int euclid(unsigned a, unsigned b) {
  if (a < b) {
    const unsigned t = a;
    a = b;
    b = t;
  }
  while (b != 0) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  if (a == 0) return -1;
  if (a == 1) return 1;
  return 2;
}
