/* What rewind.c offers to runner.c. */
#ifndef ESPALIER_RUNTIME_REWIND_H
#define ESPALIER_RUNTIME_REWIND_H

#include <stdint.h>

#define ESP_GIVES_UP 118 /* exit code of a process that cannot be rewound any more; an open request was not begun */

/* Prepares for the mark; 0 if that cannot be. */
int esp_rewind_start(void);
/* Returns twice: 0 at first, and 1 whenever a run was taken back. */
int esp_mark(void);
/* What happens from now on will be taken back. */
void esp_begin_in_place(void);

/* Of the run that was taken back: it is to begin again, in a process of its own. */
int esp_was_in_vain(void);
uint32_t esp_calls_of_run(void);

#endif
