/* What the models of whole programs (program/) ask of the runtime and of the real library. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "espalier.h"
#include "program.h"
#include "state.h"

int esp_asks_nobody(void) { return esp_by_hand; }

uint64_t esp_read_number(void) {
  long long number = 0;
  return scanf("%lld", &number) == 1 ? (uint64_t)number : 0;
}

/* One stream of variables for each width, since a variable has one width in all runs: the n-th answer of width
 * number w is variable first + 5 n + w.  What was asked is told as outputs, in order. */
uint32_t esp_next_answer(uint32_t bits) {
  esp_control *c = esp_mem.control;
  const uint32_t width = bits == 1 ? 0 : bits == 8 ? 1 : bits == 16 ? 2 : bits == 32 ? 3 : 4;
  const uint32_t id = c->stream_first + 5 * c->output_count + width;
  if (c->output_count >= c->output_capacity) esp_finish(ESP_STEPS, 0, 0, ESP_CALLER);
  espalier_output(id, bits, esp_input_value(id, bits));
  return id;
}

/* The whole file, in memory of the C library; 0 if it cannot be read. */
uint8_t *esp_read_file(const char *name, size_t *size) {
  FILE *f = fopen(name, "rb");
  if (!f) {
    perror(name);
    return 0;
  }
  uint8_t *bytes = malloc(1);
  *size = 0;
  for (size_t room = 1, got; bytes && (got = fread(bytes + *size, 1, room - *size, f)) > 0;) {
    *size += got;
    if (*size == room) bytes = realloc(bytes, room *= 2);
  }
  fclose(f);
  return bytes ? realloc(bytes, *size + (*size == 0)) : 0; /* so that nothing lies behind its end */
}

/* The file may be a source, which has neither bytes nor a position in a run that began early. */
static void look_at(int fd) {
  esp_reading unused;
  if (esp_early) esp_reading_of(fd, &unused);
}

char *esp_real_getenv(const char *name) { return getenv(name); }
int esp_real_vfscanf(FILE *f, const char *format, va_list arguments) { return vfscanf(f, format, arguments); }
int esp_real_getc(FILE *f) { return getc(f); }
off_t esp_real_ftell(FILE *f) { return ftello(f); }
int esp_real_ungetc(int c, FILE *f) { return ungetc(c, f); }
ssize_t esp_real_read(int fd, void *to, size_t n) { return read(fd, to, n); }
ssize_t esp_real_pread(int fd, void *to, size_t n, off_t position) { return pread(fd, to, n, position); }
off_t esp_real_lseek(int fd, off_t offset, int whence) {
  look_at(fd);
  return lseek(fd, offset, whence);
}
int esp_real_fstat(int fd, struct stat *st) {
  look_at(fd);
  return fstat(fd, st);
}
int esp_real_stat(const char *path, struct stat *st) {
  esp_look_for_files();
  return stat(path, st);
}
int esp_real_lstat(const char *path, struct stat *st) {
  esp_look_for_files();
  return lstat(path, st);
}
void *esp_real_mmap(void *where, size_t n, int protection, int flags, int fd, off_t offset) {
  if ((flags & MAP_TYPE) != MAP_PRIVATE) esp_look(); /* runs would share it */
  if (!(flags & MAP_ANONYMOUS)) look_at(fd);
  return mmap(where, n, protection, flags, fd, offset);
}
int esp_real_munmap(void *where, size_t n) { return munmap(where, n); }
