/* What the parts of the runtime for whole programs share. */
#ifndef ESPALIER_RUNTIME_PROGRAM_H
#define ESPALIER_RUNTIME_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/* sources.c */
void esp_start_sources(void); /* once, before the first run */
void esp_give_sources(void);  /* before each run */
void esp_give_arguments(int count, char **argv); /* or hides them, when the run begins early */
void esp_show_arguments(void);                   /* gives those that were hidden */
void esp_look_for_files(void);                   /* the program is about to look for a file */
void esp_empty_scratch(void);
int esp_open_scratch(int flags); /* a file without a name in the scratch directory */

/* around_main.c */
int esp_has_any_around_main(void);
void esp_before_main(int argc, char **argv); /* and sees to what comes after it */

/* confine.c: only this directory can be changed from now on; 0 if the system cannot do that.  The first, where the
 * system and the user can do it, is for what the second cannot keep from being changed. */
void esp_make_rest_read_only(const char *scratch);
int esp_confine(int scratch);

/* Where the bytes that are read come from.  Shared with the models in program/, which ask. */
typedef struct esp_reading {
  uint32_t absent;   /* variable: bytes missing at the end */
  uint32_t size;     /* of the whole source, at most */
  uint64_t position; /* of the next byte */
  int32_t at_end;    /* there is none in this run */
  int32_t pushed_back; /* the next byte is not the source's */
  int32_t ahead;     /* a stream has read to the end, and so the position depends on the length */
  int32_t writable;  /* the program has written to the file, or may: who knows what it holds */
} esp_reading;
int esp_reading_of(int fd, esp_reading *r); /* 0: from nowhere that we know */
int esp_reading_of_path(const char *path, esp_reading *r);

#endif
