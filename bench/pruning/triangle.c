/* What triangle do three sides make?  They are sorted first, three calls deep. */
#include "word.h"

static word greater(word a, word b) {
  if (a > b) return 1;
  return 0;
}

static void order(word *a, word *b) {
  if (greater(*a, *b)) {
    const word t = *a;
    *a = *b;
    *b = t;
  }
}

static void sort(word *a, word *b, word *c) {
  order(a, b);
  order(b, c);
  order(a, b);
}

word triangle(word a, word b, word c) {
  if (a < 0 || b < 0 || c < 0) return -1;
  sort(&a, &b, &c);
  if (c - b >= a) return 0; /* none: a + b <= c, without overflow */
  if (a == b && b == c) return 3;
  if (a == b || b == c) return 2;
  return 1;
}
