// What assembly does to memory is not known: nothing behind it is proved.
// RUN: unit=f
// EXPECT: branch 1/2
// EXPECT: unknown line 8 true
int f(int x) {
  int y = x;
  __asm__ volatile("addl $3,%0" : "+m"(y));
  if (y == 10)
    return 1;
  return 0;
}
