// Bytes of an integer, chosen by an index.
// RUN: unit=f
// EXPECT: branch 4/4
int f(unsigned x, unsigned i) {
  const unsigned char *bytes = (const unsigned char *)&x;
  if (i > 3)
    return 0;
  if (bytes[i] == 0xa5)
    return 1;
  return 2;
}
