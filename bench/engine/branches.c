/* One symbolic branch and two symbolic operations in each iteration. */
unsigned branches(unsigned x) {
  unsigned n = 0;
  for (unsigned i = 0; i < 30000; i++)
    if (((x ^ i) & 1) != 0) n++;
  return n;
}
