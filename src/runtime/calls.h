/* What calls.c offers: system calls that are looked at, and those that are not. */
#ifndef ESPALIER_RUNTIME_CALLS_H
#define ESPALIER_RUNTIME_CALLS_H

#include <stdint.h>
#include <ucontext.h>

/* The gate: the only code whose system calls are not stopped while a run is watched. */
long esp_system(long number, long a, long b, long c, long d, long e, long f);
void esp_restorer(void); /* where handlers of signals return to */
#define ESP_SYSTEM(number, ...) ESP_SYSTEM_(number, __VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define ESP_SYSTEM_(number, a, b, c, d, e, f, ...) \
  esp_system(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/* What is to happen on a signal, as the system has it. */
typedef struct esp_action {
  uint64_t handler, flags, restorer, mask;
} esp_action;
#define ESP_SA_RESTORER 0x04000000

/* Prepares for runs whose system calls are looked at while *selector says so; 0 if that cannot be. */
int esp_calls_start(uint8_t *selector);
/* Does the call that was stopped; 0 if it cannot be undone. */
int esp_do_call(ucontext_t *context);
/* A fault that the system must see to, not we: the program has a handler for it, or gave a call a bad pointer. */
int esp_is_for_system(int signal);
/* Undoes what calls of the run changed outside its memory. */
void esp_calls_take_back(void);

#endif
