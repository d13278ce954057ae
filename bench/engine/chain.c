/* Three symbolic operations in each iteration, and nothing else. */
unsigned chain(unsigned x) {
  for (unsigned i = 0; i < 100000; i++) x = (x ^ i) * 3 + 7;
  return x;
}
