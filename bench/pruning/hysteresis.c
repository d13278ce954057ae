/* A heater with hysteresis over eight samples: on below LOW, off above HIGH; it must not switch often. */
#include "word.h"

enum { SAMPLES = 8, LEAST = -40, LOW = 18, HIGH = 22, SWITCHES = 4 };

static word corrected(word sample) { return (word)(sample - 1); }

word hysteresis(const word samples[SAMPLES]) {
  word heating = 0, switches = 0;
  int i;
  for (i = 0; i < SAMPLES; i++)
    if (samples[i] < LEAST) return -2;
  for (i = 0; i < SAMPLES; i++) {
    const word now = corrected(samples[i]);
    if (heating) {
      if (now > HIGH) {
        heating = 0;
        switches++;
      }
    } else if (now < LOW) {
      heating = 1;
      switches++;
    }
    if (switches > SWITCHES) return -1;
  }
  if (heating) return (word)(switches + 10);
  return switches;
}
