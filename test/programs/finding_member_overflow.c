// Past the end of an array inside a struct: the neighbour is hit, and no build notices.
// RUN: unit=f
// EXPECT: branch 2/2
// EXPECT: finding out of bounds line 10
struct pair { int first[2]; int second[2]; };
int f(int x) {
  struct pair p = {{1, 2}, {3, 4}};
  volatile int i = 2;
  if (x == 1)
    return p.first[i];
  return 0;
}
