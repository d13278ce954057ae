/* System calls that are stopped, and what those of a run changed outside its memory. */
#ifndef ESPALIER_RUNTIME_JOURNAL_H
#define ESPALIER_RUNTIME_JOURNAL_H

#include <signal.h>
#include <stdint.h>

#include "state.h"

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
#define ESP_SIGNAL_BIT(signal) (1ull << ((signal)-1)) /* in a mask */

#define ESP_MAPPINGS 64
#define ESP_SIGNALS 65

typedef struct esp_mapping {
  uint64_t begin, size;
} esp_mapping;

typedef struct esp_deeds {
  uint8_t opened[ESP_DESCRIPTORS];
  uint8_t closed[3]; /* of the standard descriptors */
  int has_moved_break; /* the end of the data segment */
  uint32_t mapping_count;
  esp_mapping mappings[ESP_MAPPINGS];
  esp_action actions[ESP_SIGNALS]; /* that the program asked for */
  uint8_t has_action[ESP_SIGNALS];
  stack_t signal_stack;
  int has_signal_stack;
  int is_calling; /* with pointers of the program's, which may point nowhere */
} esp_deeds;

typedef struct esp_journal {
  esp_deeds run; /* by the run that is under way */
  int spare[3]; /* the files of the standard descriptors */
  uint64_t first_break;
} esp_journal;

/* Out of reach of a program that writes past its own variables: later runs depend on it. */
extern esp_journal *esp_noted;

/* Prepares for runs whose system calls are stopped while *selector says so; 0 if that cannot be. */
int esp_journal_start(uint8_t *selector);
/* A run begins. */
void esp_journal_reset(void);
/* Undoes what calls of the run changed. */
void esp_journal_take_back(void);

#endif
