// A sum too large for its type; asked for, since no branch needs it.
// RUN: unit=f check-undefined
// EXPECT: branch 2/2
// EXPECT: finding signed overflow line 7
int f(int a, int b) {
  if (a < 0) return 0;
  return a + b;
}
