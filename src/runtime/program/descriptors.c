/* read and its kin: files by their descriptor. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "input.h"

/* Answered by the runtime. */
ssize_t esp_real_read(int fd, void *to, size_t n);
ssize_t esp_real_pread(int fd, void *to, size_t n, off_t position);
off_t esp_real_lseek(int fd, off_t offset, int whence);
int esp_real_fstat(int fd, struct stat *st);
int esp_real_stat(const char *path, struct stat *st);
int esp_real_lstat(const char *path, struct stat *st);
void *esp_real_mmap(void *where, size_t n, int protection, int flags, int fd, off_t offset);
int esp_real_munmap(void *where, size_t n);

enum { no_file = -1 }; /* what was read from elsewhere has no labels */

ssize_t MODEL(read)(int fd, void *to, size_t n) {
  fd = (int)esp_pin((uint64_t)fd);
  n = esp_pin(n);
  esp_reading r;
  const int symbolic = esp_reading_of(fd, &r);
  if (symbolic && r.ahead) esp_know_length(&r);
  if (symbolic && r.writable) esp_pin_length(&r);
  const ssize_t got = esp_real_read(fd, to, n);
  if (got < 0) return got;
  if (!symbolic || r.writable) {
    esp_label(no_file, to, (uint64_t)got, 0);
    return got;
  }
  esp_label(fd, to, (uint64_t)got, r.position);
  return (ssize_t)esp_bytes_from(&r, r.position, n);
}

ssize_t MODEL(pread)(int fd, void *to, size_t n, off_t position) {
  fd = (int)esp_pin((uint64_t)fd);
  n = esp_pin(n);
  position = (off_t)esp_pin((uint64_t)position);
  esp_reading r;
  const int symbolic = esp_reading_of(fd, &r);
  if (symbolic && r.writable) esp_pin_length(&r);
  const ssize_t got = esp_real_pread(fd, to, n, position);
  if (got < 0) return got;
  if (!symbolic || r.writable) {
    esp_label(no_file, to, (uint64_t)got, 0);
    return got;
  }
  esp_label(fd, to, (uint64_t)got, (uint64_t)position);
  return (ssize_t)esp_bytes_from(&r, (uint64_t)position, n);
}

/* From the end, to holes and to data: the length must be known. */
off_t MODEL(lseek)(int fd, off_t offset, int whence) {
  fd = (int)esp_pin((uint64_t)fd);
  whence = (int)esp_pin((uint64_t)whence);
  offset = (off_t)esp_pin((uint64_t)offset);
  esp_reading r;
  if (whence != SEEK_SET && esp_reading_of(fd, &r)) {
    if (r.writable)
      esp_pin_length(&r);
    else if (whence != SEEK_CUR || r.ahead)
      esp_know_length(&r);
  }
  return esp_real_lseek(fd, offset, whence);
}
off_t MODEL(lseek64)(int fd, off_t offset, int whence) { return MODEL(lseek)(fd, offset, whence); }

/* The size is a term: most programs look at other fields only. */
static void tell_size(struct stat *st, const esp_reading *r) {
  if (r->writable) {
    esp_pin_length(r);
    return;
  }
  const uint64_t absent = espalier_u16(r->absent);
  const uint64_t size = esp_choose(absent < r->size, r->size - absent, 0);
  st->st_size = (off_t)size;
  st->st_blocks = (blkcnt_t)((size + 4095) / 4096 * 8);
}

int MODEL(fstat)(int fd, struct stat *st) {
  fd = (int)esp_pin((uint64_t)fd);
  const int failed = esp_real_fstat(fd, st);
  esp_reading r;
  if (!failed && esp_reading_of(fd, &r)) tell_size(st, &r);
  return failed;
}
int MODEL(fstat64)(int fd, struct stat *st) { return MODEL(fstat)(fd, st); }

static void pin_string(const char *s) {
  while (esp_pin((byte)*s)) s++;
}

int MODEL(stat)(const char *path, struct stat *st) {
  pin_string(path);
  const int failed = esp_real_stat(path, st);
  esp_reading r;
  if (!failed && esp_reading_of_path(path, &r)) tell_size(st, &r);
  return failed;
}
int MODEL(stat64)(const char *path, struct stat *st) { return MODEL(stat)(path, st); }
int MODEL(lstat)(const char *path, struct stat *st) {
  pin_string(path);
  const int failed = esp_real_lstat(path, st);
  esp_reading r;
  if (!failed && esp_reading_of_path(path, &r)) tell_size(st, &r);
  return failed;
}
int MODEL(lstat64)(const char *path, struct stat *st) { return MODEL(lstat)(path, st); }

void *MODEL(mmap)(void *where, size_t n, int protection, int flags, int fd, off_t offset) {
  n = esp_count(0, n, 0);
  offset = (off_t)esp_pin((uint64_t)offset);
  char *memory = esp_real_mmap(where, n, protection, flags, fd, offset);
  esp_reading r;
  if (memory == MAP_FAILED || (flags & MAP_ANONYMOUS) || !esp_reading_of(fd, &r)) return memory;
  if (r.writable) {
    esp_pin_length(&r);
    return memory;
  }
  if (protection & PROT_READ) esp_label(fd, memory, esp_bytes_from(&r, (uint64_t)offset, n), (uint64_t)offset);
  return memory;
}
void *MODEL(mmap64)(void *where, size_t n, int protection, int flags, int fd, off_t offset) {
  return MODEL(mmap)(where, n, protection, flags, fd, offset);
}

/* What is mapped there next is not labelled.  Whole pages go. */
int MODEL(munmap)(void *where, size_t n) {
  n = esp_count(0, n, 0);
  const int failed = esp_real_munmap(where, n);
  if (!failed) esp_label(no_file, where, (n + 4095) & ~(size_t)4095, 0);
  return failed;
}
