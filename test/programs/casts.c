// Truncation, sign extension, unsigned wrap-around and shifts are those of the machine.
// RUN: unit=f
// EXPECT: branch 11/12
// EXPECT: infeasible line 14 true
int f(int x, unsigned u) {
  if ((signed char)x == -3 && x > 1000)
    return 1;
  if (u + 10 < u)
    return 2;
  if ((x >> 28) == -8)
    return 3;
  if ((u << 4) == 0x1230)
    return 4;
  if ((unsigned char)(u * 2) == 5)
    return 5;
  return 0;
}
