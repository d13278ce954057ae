// An object too large for the stack proves nothing of what comes after it.
// RUN: unit=f
// EXPECT: branch 0/2
// EXPECT: finding stack overflow
// EXPECT: unknown line 9 true
// EXPECT: unknown line 9 false
int f(int x) {
  char large[16 << 20]; large[0] = (char)x;
  if (large[0] == 5)
    return 1;
  return 0;
}
