// A table of functions at a symbolic index.
// RUN: unit=f
// EXPECT: branch 6/6
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int (*const operations[2])(int) = {twice, square};
int f(unsigned i, signed char x) {
  if (i > 1)
    return 0;
  const int y = operations[i](x);
  if (y == 16)
    return 1;
  if (y == 6)
    return 2;
  return 3;
}
