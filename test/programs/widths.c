// Every integer width keeps its own range and its own sign.
// RUN: unit=f
// EXPECT: branch 16/16
// EXPECT: tests <= 9
int f(signed char a, unsigned char b, short c, unsigned short d, int e, unsigned g, long h, unsigned long i) {
  int hits = 0;
  if (a == -128) hits++;
  if (b > 254) hits++;
  if (c < -32767) hits++;
  if (d == 65535) hits++;
  if (e == -2147483647 - 1) hits++;
  if (g >= 4000000000u) hits++;
  if (h < -9000000000000000000) hits++;
  if (i == 18446744073709551615u) hits++;
  return hits;
}
