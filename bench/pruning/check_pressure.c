/* Is the pressure that three sensors tell safe?  Two of three must agree, and the valve must follow. */
#include "word.h"

enum { LOW = 20, HIGH = 90, TOLERANCE = 5 };

static word distance(word a, word b) {
  if (a < b) return (word)(b - a);
  return (word)(a - b);
}

static word limited(word pressure) {
  if (pressure > HIGH) return HIGH;
  return pressure;
}

word check_pressure(word a, word b, word c, word valve) {
  word pressure;
  if (valve < 0 || valve > 1) return -3;
  if (distance(a, b) <= TOLERANCE)
    pressure = limited(a);
  else if (distance(a, c) <= TOLERANCE)
    pressure = limited(c);
  else
    return -1;
  if (pressure < 0) return -2;
  if (valve == 0 && pressure > HIGH - TOLERANCE) return 1;
  if (valve != 0 && pressure < LOW) return 2;
  return 0;
}
