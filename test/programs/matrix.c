// A matrix of two rows, by value of its address.
// RUN: unit=is_identity
// EXPECT: branch 8/8
int is_identity(const int m[2][2]) {
  return m[0][0] == 1 && m[1][1] == 1 && m[0][1] == 0 && m[1][0] == 0 ? 1 : 0;
}
