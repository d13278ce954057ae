/* What surroundings.c offers to run.c and program.c. */
#ifndef ESPALIER_RUNTIME_SURROUNDINGS_H
#define ESPALIER_RUNTIME_SURROUNDINGS_H

/* These strings may be written to by a run (ends with a null pointer). */
void esp_remember_strings(char **strings);
/* Everything else, after which the first run may begin. */
void esp_remember_surroundings(void);
/* After a run in a process that makes others. */
void esp_restore_surroundings(void);
/* Before a run. */
void esp_restore_float_state(void);
/* After it: what our own arithmetic needs. */
void esp_restore_rounding(void);

#endif
