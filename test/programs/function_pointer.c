// A function pointer is null or a stub whose results are inputs.
// RUN: unit=apply
// EXPECT: branch 6/6
int apply(int (*operation)(int, int *), int a) {
  int out = 0;
  if (!operation) return -1;
  if (operation(a, &out) > 100) return 2;
  if (out == a + 1) return 3;
  return 0;
}
