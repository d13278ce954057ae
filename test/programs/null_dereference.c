// Nobody asked whether p is null: a crash with its input, and the branches all the same.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding segmentation fault line 7
int f(int *p) {
  int old;
  old = *p;
  if (old > 7)
    return 1;
  return 0;
}
