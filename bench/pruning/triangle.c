/* What triangle do three sides make?  In small functions: three calls deep. */
#include "word.h"

static word positive(word a) {
  if (a > 0) return 1;
  return 0;
}

static word valid(word a, word b, word c) {
  if (!positive(a) || !positive(b) || !positive(c)) return 0;
  /* a < b + c without overflow */
  if (a - b >= c || b - c >= a || c - a >= b) return 0;
  return 1;
}

static word equal_sides(word a, word b, word c) {
  word equal = 0;
  if (!valid(a, b, c)) return -1;
  if (a == b) equal++;
  if (b == c) equal++;
  if (a == c) equal++;
  return equal;
}

word triangle(word a, word b, word c) {
  const word equal = equal_sides(a, b, c);
  if (equal < 0) return 0; /* none */
  if (equal == 0) return 1;
  if (equal == 3) return 3;
  return 2;
}
