// Answers keep to their types: enumerators, booleans, floating point.
// RUN: unit=step
// EXPECT: branch 7/8
// EXPECT: infeasible line 14 default
#include <stdbool.h>
enum mode { OFF, SLOW = 4, FAST };
enum mode current_mode(void);
bool ready(void);
double speed(void);

int step(void) {
  if (!ready()) return -1;
  if (speed() > 2.5) return 9;
  switch (current_mode()) {
    case OFF: return 0;
    case SLOW: return 1;
    case FAST: return 2;
  }
  return 3;
}
