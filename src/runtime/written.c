/* What a program writes may come back to it: as text in a file, as the size of that file, as a position.
 *
 * It comes back concrete.  To follow each byte would take a model of all files; so a run only remembers that something
 * symbolic was written, and its path is approximate from where it looks at what may hold that. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "program.h"
#include "state.h"

#define ODD_MEMORY 512 /* bytes of a text that is no object of the program's */
#define IN_READ_ONLY 8 /* of _flags of a stream */

/* ---- going out ---------------------------------------------------------------------------- */

static void note(uint32_t label, int seen, uint8_t *site) {
  esp_now.has_written = 1;
  if (seen || esp_now.is_read_along) __esp_approximate(label, site);
}

/* pass: a number is written; `seen` if the call itself tells something of it. */
ESP_COLD void __esp_wrote(uint32_t label, int seen, uint8_t *site) {
  if (label != 0) note(label, seen, site);
}

/* Of a text, compiled code does not know how much is written. */
static int has_label(const char *p, uint64_t size) {
  esp_object object;
  const uint64_t address = (uint64_t)p;
  if (size == 0) size = esp_find_object(address, &object) ? object.start + object.size - address : ODD_MEMORY;
  return esp_label_behind(p, size) != 0;
}

/* pass: ... what lies behind a pointer, so many bytes if that is known. */
void __esp_wrote_memory(const char *p, uint64_t size, int seen, uint8_t *site) {
  if (p == 0 || esp_now.node_count <= 1) return;
  if (esp_now.has_written && !seen && !esp_now.is_read_along) return; /* nothing to be learnt */
  if (has_label(p, size)) note(0, seen, site);
}

/* pass: ... a va_list: who knows what it leads to. */
void __esp_wrote_list(int seen, uint8_t *site) {
  if (esp_now.node_count > 1) note(0, seen, site);
}

/* ---- coming back -------------------------------------------------------------------------- */

/* Of other files, nothing comes back: the output of a run goes to the null device. */
static int may_hold_output(const struct stat *st) { return S_ISREG(st->st_mode); }

static int descriptor_may(int fd) {
  struct stat st;
  esp_reading r;
  return fstat(fd, &st) == 0 && may_hold_output(&st) && !esp_reading_of(fd, &r);
}

/* pass: the program is about to read from there, or to ask for its size or position.  From the beginning of a file
 * there is nothing to be learnt of its position. */
void __esp_look_back(int fd, int whence, uint8_t *site) {
  if (esp_now.has_written && whence != SEEK_SET && descriptor_may(fd)) __esp_approximate(0, site);
}

/* pass: the same of a stream, which counts what it has not written yet. */
void __esp_look_back_in_stream(const FILE *f, int whence, uint8_t *site) {
  if (!esp_now.has_written || whence == SEEK_SET) return;
  if (!(f->_flags & IN_READ_ONLY) || descriptor_may(f->_fileno)) __esp_approximate(0, site);
}

/* pass: the same of a file by its name. */
void __esp_look_back_at_name(const char *name, uint8_t *site) {
  struct stat st;
  esp_reading r;
  if (esp_now.has_written && stat(name, &st) == 0 && may_hold_output(&st) && !esp_reading_of_path(name, &r))
    __esp_approximate(0, site);
}

/* pass: a file becomes memory, where later changes of either show in the other. */
void __esp_look_back_by_mapping(int protection, int flags, int fd, uint8_t *site) {
  if ((flags & MAP_ANONYMOUS) || !descriptor_may(fd)) return;
  if ((protection & PROT_WRITE) && (flags & MAP_TYPE) != MAP_PRIVATE) esp_now.has_written = 1;
  if (esp_now.has_written) __esp_approximate(0, site);
  esp_now.is_read_along = 1;
}

/* pass: the program gives a stream a buffer of its own, where it can read what is written. */
void __esp_look_at_buffer(const FILE *f, const char *buffer) {
  if (buffer && !(f->_flags & IN_READ_ONLY)) esp_now.is_read_along = 1;
}
