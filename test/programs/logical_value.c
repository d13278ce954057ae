// Conditions whose value is stored or returned are goals like any other.
// RUN: unit=f
// EXPECT: branch 8/8
int f(int a, int b) {
  int either = a == 5 ||
               b == 6;
  return either &&
         a < b;
}
