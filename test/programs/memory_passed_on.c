// The address of an element goes through a call.
// RUN: unit=f
// EXPECT: branch 4/4
static void bump(int *p) { *p += 5; }
int f(unsigned char i) {
  int a[3] = {10, 20, 30};
  if (i > 2)
    return 0;
  bump(&a[i]);
  if (a[1] == 25)
    return 1;
  return 2;
}
