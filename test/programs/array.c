// A parameter of fixed length is an array of inputs.
// RUN: unit=f
// EXPECT: branch 8/8
int f(int a[3]) {
  if (a[0] < a[1] &&
      a[1] < a[2])
    return 1;
  for (int i = 0; i < 3; i++)
    if (a[i] == 42) return 2;
  return 0;
}
