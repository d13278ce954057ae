/* Is the pressure of three sensors safe?  Two of three must agree, and the valve must follow. */
#include "word.h"

enum { LOW = 20, HIGH = 90, TOLERANCE = 5 };

static word distance(word a, word b) {
  if (a < b) return (word)(b - a);
  return (word)(a - b);
}

static word in_range(word pressure) {
  if (pressure < LOW) return 0;
  if (pressure > HIGH) return 0;
  return 1;
}

word check_pressure(word a, word b, word c, word valve) {
  word pressure;
  if (!in_range(a)) return -1;
  if (distance(a, b) <= TOLERANCE)
    pressure = a;
  else if (distance(a, c) <= TOLERANCE)
    pressure = c;
  else
    return -2;
  if (valve == 0 && pressure > HIGH - TOLERANCE) return 1;
  if (valve != 0 && pressure < LOW + TOLERANCE) return 2;
  return 0;
}
