// What assembly does to memory is not known: nothing behind it is proved.
// RUN: unit=f
// EXPECT: branch 1/2
// EXPECT: unknown line 8 true
int f(int x) {
  int y = x;
  __asm__ volatile("andl $-2,%0" : "+m"(y));
  if (y == 7)
    return 1;
  return 0;
}
