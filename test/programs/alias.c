// Two pointers of one type may point to the same object.
// RUN: unit=g whole
// EXPECT: branch 6/6
int f(int *a, int *b) {
  if (!a || !b) return 0;
  *a = 1;
  *b = 2;
  return *a == 2;
}
int g(int *a, int *b) { return f(a, b) ? 1 : 0; }
