// Vectors are taken apart into their elements.
// RUN: unit=lanes
// EXPECT: branch 4/4
typedef int four __attribute__((vector_size(16)));

int lanes(int a, int b) {
  four x = {a, b, 3, 4}, y = x * 2 + (four){1, 2, 3, 4};
  if (y[0] == 15) return 1;
  if (y[1] == 22) return 2;
  return y[3];
}
