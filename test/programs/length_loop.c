// A loop that compares i with n and reads a[i]: n is the length of a, so nothing is read past it.
// RUN: unit=sum
// EXPECT: branch 4/4
int sum(const int *a, int n) {
  int s = 0;
  if (!a) return 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
