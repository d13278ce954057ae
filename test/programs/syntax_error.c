// The compiler's first complaint, with its place.
// RUN: unit=f
// EXPECT: exit 3
// EXPECT: error syntax_error.c:6:
int f(int x) {
  return x +;
}
