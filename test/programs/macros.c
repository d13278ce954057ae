// Several conditions in one macro have one place in the source; none may be lost.
// RUN: unit=f
// EXPECT: branch 10/10
#define BETWEEN(x, low, high) ((x) >= (low) && (x) <= (high))
#define CLAMP(x, low, high) ((x) < (low) ? (low) : (x) > (high) ? (high) : (x))
int f(int x, int y) {
  if (BETWEEN(x, 10, 20))
    return 1;
  if (CLAMP(y, -5, 5) == 3)
    return 2;
  return 0;
}
