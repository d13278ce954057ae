/* What rewind.c and calls.c share. */
#ifndef ESPALIER_RUNTIME_REWIND_H
#define ESPALIER_RUNTIME_REWIND_H

#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

/* gate: the only code whose system calls are not looked at while a run is watched (calls.c). */
long esp_system(long number, long a, long b, long c, long d, long e, long f);
void esp_restorer(void);
#define ESP_SYSTEM(number, ...) ESP_SYSTEM_(number, __VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define ESP_SYSTEM_(number, a, b, c, d, e, f, ...) \
  esp_system(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/* What is to happen on a signal, as the system has it. */
typedef struct esp_action {
  uint64_t handler, flags, restorer, mask;
} esp_action;
#define ESP_SA_RESTORER 0x04000000

/* rewind.c */
/* Is a write to these bytes seen, and possible? */
int esp_is_saved_from(long begin, long size);
/* Bytes that the system is about to write to: it cannot be asked to save them. */
void esp_save_before(void *p, uint64_t size);
/* The run does what cannot be undone: it begins again in a process of its own. */
void esp_begin_again(void) __attribute__((noreturn));

/* calls.c */
/* Prepares for runs whose system calls are looked at; 0 if that cannot be. */
int esp_can_watch_calls(uint8_t *selector);
void esp_stop_watching_calls(void);
/* Does the call that was stopped, unless the run has to begin again. */
void esp_do_call(ucontext_t *context);
/* A fault that the system must see to, not we. */
int esp_is_awaited(int signal);
/* Undoes what calls of the run changed outside its memory. */
void esp_take_back_calls(void);

#endif
