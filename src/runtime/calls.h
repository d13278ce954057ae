/* What calls.c offers to rewind.c. */
#ifndef ESPALIER_RUNTIME_CALLS_H
#define ESPALIER_RUNTIME_CALLS_H

#include <ucontext.h>

/* Does the call that was stopped; 0 if it cannot be undone. */
int esp_do_call(ucontext_t *context);
/* A fault that the system must see to, not we: the program has a handler for it, or gave a call a bad pointer. */
int esp_is_for_system(int signal);

#endif
