// Functions called as if they were of another type, and with more arguments than labels travel with.
// RUN: --stdin 1 -- a
// RUN: --stdin 1 -- b
// RUN: --stdin 1 -- c
// HAND: A => 2
// EXPECT: unknown +[1-9]
#include <stdio.h>
#include <string.h>

static int next(int c) { return c + 1; }

#define EIGHT(x) x, x, x, x, x, x, x, x
#define SEVENTY(x) EIGHT(x), EIGHT(x), EIGHT(x), EIGHT(x), EIGHT(x), EIGHT(x), EIGHT(x), EIGHT(x), x, x, x, x, x

static int last(int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int b0, int b1, int b2, int b3, int b4,
                int b5, int b6, int b7, int c0, int c1, int c2, int c3, int c4, int c5, int c6, int c7, int d0, int d1,
                int d2, int d3, int d4, int d5, int d6, int d7, int e0, int e1, int e2, int e3, int e4, int e5, int e6,
                int e7, int f0, int f1, int f2, int f3, int f4, int f5, int f6, int f7, int g0, int g1, int g2, int g3,
                int g4, int g5, int g6, int g7, int h0, int h1, int h2, int h3, int h4, int h5, int h6, int h7, int i0,
                int i1, int i2, int i3, int i4, int i5) {
  return i5;
}

static int is_A(int way, int c) {
  int (*narrower)(unsigned char) = (int (*)(unsigned char))next;
  unsigned char (*narrow)(int) = (unsigned char (*)(int))next;
  if (way == 'a') return narrower((unsigned char)c) == 'B';
  if (way == 'b') return narrow(c) == 'B';
  return last(SEVENTY(0), c) == 'A';
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  if (is_A(argv[1][0], getchar())) return 1;
  return 0;
}
