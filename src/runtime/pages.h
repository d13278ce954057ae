/* What pages.c offers to rewind.c and calls.c. */
#ifndef ESPALIER_RUNTIME_PAGES_H
#define ESPALIER_RUNTIME_PAGES_H

#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

/* Memory that is not put back, between pages without access; 0 if there is none. */
void *esp_aside(uint64_t size);

/* Finds all memory that can be written to; the stack is the range that `stack` lies in.  0 if it cannot be put back. */
int esp_pages_start(uint64_t stack);
/* These are written to by the system itself, so they are put back from the first run on. */
void esp_pages_keep(uint64_t begin, uint64_t end);
/* From now on the first write to any other page is noticed. */
int esp_pages_protect(void);

int esp_is_first_write(const siginfo_t *info, const ucontext_t *context);
/* The page may be written to, and will be put back; 0 if that cannot be, or there are too many. */
int esp_allow_write(uint64_t address);
/* Must not run on a stack that is put back. */
void esp_pages_put_back(void);
/* Pages that few runs write to are forgotten until they are written to again. */
int esp_pages_learn_again(void);
int esp_pages_are_many(void);

/* Is a write to these bytes noticed, and possible? */
int esp_is_noticed(long begin, long size);
/* Bytes that the system is about to write to: it would not fault but fail. */
void esp_write_ahead(long begin, uint64_t size);

#endif
