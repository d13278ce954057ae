// Numbers between unsigned integers and floating point.
// RUN: unit=convert
// EXPECT: branch 6/6
int convert(unsigned long n, float x) {
  if ((double)n == 1.8e19) return 1;
  if ((unsigned char)x == 200 && x > 0) return 2;
  return 0;
}
