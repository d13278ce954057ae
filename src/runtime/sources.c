/* Symbolic bytes of whole programs: standard input, files, arguments, the environment.
 *
 * The bytes of a run are really there: in a memory file that is the standard input, in a file of the scratch
 * directory, in the environment.  So code that we do not see reads what it should; the models (program/) read the
 * same bytes with the library's own functions and then say which variable each of them is. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "espalier.h"
#include "program.h"
#include "state.h"

static struct {
  dev_t device;
  ino_t inode; /* of the file that holds the bytes; 0: none */
  const FILE *read_ahead; /* that stream took as much as it could get in this run; 0: none */
  uint64_t ahead_at;      /* and came to this position */
} files[ESP_MAX_SOURCES];

static int scratch = -1; /* directory */

static const esp_source *source(uint32_t i) { return &esp_mem.control->sources[i]; }

static uint32_t length_of(const esp_source *s) {
  const uint64_t absent = esp_input_value(s->absent, 16);
  return absent < s->size ? s->size - (uint32_t)absent : 0;
}

static void remember_file(uint32_t i, int fd) {
  struct stat st;
  if (fstat(fd, &st) != 0) _exit(125);
  files[i].device = st.st_dev;
  files[i].inode = st.st_ino;
}

void esp_start_sources(void) {
  esp_control *c = esp_mem.control;
  if (c->scratch[0]) {
    esp_make_rest_read_only(c->scratch); /* first: what is opened now is in that view */
    scratch = open(c->scratch, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (scratch < 0 || fchdir(scratch) != 0) _exit(125);
    c->confined = (uint32_t)esp_confine(scratch);
  }
  for (uint32_t i = 0; i < c->source_count; i++) {
    if (source(i)->kind != ESP_SOURCE_STDIN) continue;
    const int fd = memfd_create("stdin", 0);
    if (fd < 0 || dup2(fd, 0) != 0) _exit(125);
    close(fd);
    remember_file(i, 0);
  }
}

/* ---- before a run ------------------------------------------------------------------------- */

static void write_bytes(const esp_source *s, int fd) {
  const uint32_t length = length_of(s);
  uint8_t bytes[1024]; /* the stack may be that of a signal handler */
  if (ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0) _exit(125);
  for (uint32_t k = 0; k < length;) {
    const uint32_t at = k;
    for (; k < length && k - at < sizeof bytes; k++) bytes[k - at] = (uint8_t)esp_input_value(s->first + k, 8);
    if (pwrite(fd, bytes, k - at, at) != (ssize_t)(k - at)) _exit(125);
  }
}

/* The stream as it was before anybody read it. */
static void reset_stdin(void) {
  __fpurge(stdin); /* takes away what ungetc put back */
  /* Seeking would find the old bytes in the buffer. */
  stdin->_IO_read_base = stdin->_IO_read_ptr = stdin->_IO_read_end = stdin->_IO_buf_base;
  stdin->_offset = -1;
  clearerr(stdin);
}

/* A string whose bytes are variables, with a guard behind its zero. */
static void fill_string(const esp_source *s, char *text) {
  for (uint32_t k = 0; k < s->size; k++) {
    const uint64_t value = esp_input_value(s->first + k, 8);
    text[k] = (char)value;
    esp_store(text + k, 1, esp_input_label(s->first + k, 8, value), 0);
  }
}

static void give_environment(const esp_source *s) {
  if (esp_input_value(s->absent, 1)) {
    unsetenv(s->name);
    return;
  }
  const size_t name = strlen(s->name);
  char *text = espalier_object(name + 1 + s->size + 1);
  memcpy(text, s->name, name);
  text[name] = '=';
  fill_string(s, text + name + 1);
  putenv(text);
}

/* When each symbolic file was written, for all the program knows: long ago, so that its own writing shows however
 * coarse the clock is, and the same in all runs. */
static const time_t last_written = 1000000000;

static void give_file(uint32_t i) {
  const struct timespec times[2] = {{last_written, 0}, {last_written, 0}};
  const int fd = open(source(i)->name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (fd < 0) _exit(125);
  write_bytes(source(i), fd);
  if (futimens(fd, times) != 0) _exit(125);
  remember_file(i, fd);
  close(fd);
}

static void forget_stream(void);

void esp_give_sources(void) {
  forget_stream();
  for (uint32_t i = 0; i < esp_mem.control->source_count; i++) {
    files[i].read_ahead = 0;
    switch (source(i)->kind) {
      case ESP_SOURCE_STDIN:
        write_bytes(source(i), 0);
        reset_stdin();
        break;
      case ESP_SOURCE_FILE:
        give_file(i);
        break;
      case ESP_SOURCE_ENVIRONMENT:
        give_environment(source(i));
        break;
      default:
        break;
    }
  }
}

static char *arguments[ESP_MAX_SOURCES]; /* of this run; null: the source is none */

void esp_give_arguments(int count, char **argv) {
  for (uint32_t i = 0; i < esp_mem.control->source_count; i++) {
    arguments[i] = 0;
    if (source(i)->kind != ESP_SOURCE_ARGUMENT || source(i)->position >= (uint32_t)count) continue;
    argv[source(i)->position] = arguments[i] = espalier_object(source(i)->size + 1);
    if (esp_early)
      esp_hide(arguments[i]);
    else
      fill_string(source(i), arguments[i]);
  }
}

void esp_show_arguments(void) {
  for (uint32_t i = 0; i < esp_mem.control->source_count; i++) {
    if (!arguments[i]) continue;
    esp_show(arguments[i]);
    fill_string(source(i), arguments[i]);
  }
}

/* ---- after a run -------------------------------------------------------------------------- */

static void empty_directory(int directory) {
  DIR *list = fdopendir(directory);
  if (!list) {
    close(directory);
    return;
  }
  for (struct dirent *entry; (entry = readdir(list)) != 0;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (unlinkat(dirfd(list), entry->d_name, 0) == 0) continue;
    const int inner = openat(dirfd(list), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner >= 0) empty_directory(inner);
    unlinkat(dirfd(list), entry->d_name, AT_REMOVEDIR);
  }
  closedir(list);
}

void esp_empty_scratch(void) {
  if (scratch < 0) return;
  const int copy = openat(scratch, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (copy >= 0) empty_directory(copy);
}

int esp_open_scratch(int flags) {
  if (scratch < 0) return -1;
  return openat(scratch, ".", flags, 0600);
}

/* ---- what the models ask ------------------------------------------------------------------ */

static const esp_source *source_at(const struct stat *st) {
  for (uint32_t i = 0; i < esp_mem.control->source_count; i++)
    if (files[i].inode == st->st_ino && files[i].device == st->st_dev && st->st_ino != 0) return source(i);
  return 0;
}

static uint32_t index_of(const esp_source *s) { return (uint32_t)(s - esp_mem.control->sources); }

/* Descriptors are told by the file behind them, however the program came to have them. */
static const esp_source *source_of(int fd) {
  struct stat st;
  if (fd < 0 || esp_by_hand || esp_mem.control->source_count == 0 || fstat(fd, &st) != 0) return 0;
  const esp_source *found = source_at(&st);
  if (found) esp_look();
  return found;
}

/* The files that are sources are made with the other inputs. */
void esp_look_for_files(void) {
  if (esp_has_source(ESP_SOURCE_FILE)) esp_look();
}

int esp_absent_variable(const char *name, uint32_t *absent) {
  if (esp_by_hand) return 0;
  for (uint32_t i = 0; i < esp_mem.control->source_count; i++)
    if (source(i)->kind == ESP_SOURCE_ENVIRONMENT && strcmp(source(i)->name, name) == 0) {
      *absent = source(i)->absent;
      return 1;
    }
  return 0;
}

int esp_absent_variable_at(uint32_t index, uint32_t *absent) {
  if (esp_by_hand) return 0;
  for (uint32_t i = 0; i < esp_mem.control->source_count; i++)
    if (source(i)->kind == ESP_SOURCE_ENVIRONMENT && index-- == 0) {
      *absent = source(i)->absent;
      return 1;
    }
  return 0;
}

static int give_reading(const esp_source *s, uint64_t position, esp_reading *r) {
  *r = (esp_reading){.absent = s->absent, .size = s->size, .position = position};
  return 1;
}

/* Whoever wrote to it left the time. */
static int is_changed(const esp_source *s, const struct stat *st) {
  return s->kind == ESP_SOURCE_FILE && st->st_mtim.tv_sec != last_written;
}

/* Standard input is a file of ours, which we write to. */
static int is_writable(const esp_source *s, int fd) {
  struct stat st;
  return s->kind == ESP_SOURCE_FILE &&
         ((fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY || fstat(fd, &st) != 0 || is_changed(s, &st));
}

/* Who reads now is another than the stream that took all it could get. */
static int is_ahead(const esp_source *s, const FILE *reader, uint64_t position) {
  const FILE *by = files[index_of(s)].read_ahead;
  return by && by != reader && position == files[index_of(s)].ahead_at;
}

static void note_ahead(const esp_source *s, const FILE *reader, uint64_t position) {
  if (files[index_of(s)].read_ahead) return;
  files[index_of(s)].read_ahead = reader;
  files[index_of(s)].ahead_at = position;
}

/* The bytes at `to` were read at this position.  A byte that is not the source's any more, because the program
 * wrote to the file, stays concrete. */
static void label_bytes(const esp_source *s, void *to, uint64_t n, uint64_t position) {
  uint8_t *bytes = to;
  for (uint64_t i = 0; i < n; i++) {
    const uint64_t at = position + i;
    const uint64_t value = at < s->size ? esp_input_value(s->first + (uint32_t)at, 8) : ~0ull;
    esp_store(bytes + i, 1, value == bytes[i] ? esp_input_label(s->first + (uint32_t)at, 8, value) : 0, 0);
  }
}

int esp_reading_of(int fd, esp_reading *r) {
  const esp_source *s = source_of(fd);
  if (!s) return 0;
  give_reading(s, (uint64_t)lseek(fd, 0, SEEK_CUR), r);
  r->ahead = is_ahead(s, 0, r->position);
  r->writable = is_writable(s, fd);
  return 1;
}

int esp_reading_of_path(const char *path, esp_reading *r) {
  struct stat st;
  if (esp_by_hand || esp_mem.control->source_count == 0 || stat(path, &st) != 0) return 0;
  const esp_source *s = source_at(&st);
  if (!s) return 0;
  give_reading(s, 0, r);
  r->writable = is_changed(s, &st);
  return 1;
}

/* After bytes were read (or mapped) from a file at a position. */
void esp_label(int fd, void *to, uint64_t n, uint64_t position) {
  const esp_source *s = source_of(fd);
  if (s)
    label_bytes(s, to, n, position);
  else
    __esp_clear(to, n);
}

/* ---- streams ------------------------------------------------------------------------------ */

int __underflow(FILE *);

#define IN_BACKUP 0x100 /* of _flags: characters that ungetc put back */

/* The stream asked for last, while its buffer is the same. */
static struct {
  const FILE *stream;
  const char *base, *end;
  const esp_source *source;
  uint64_t end_position; /* of `end` in the file */
  int writable;
} last;

static void forget_stream(void) { last.stream = 0; }

static void know_buffer(FILE *f) {
  last.base = f->_IO_read_base;
  last.end = f->_IO_read_end;
  last.end_position = (uint64_t)lseek(f->_fileno, 0, SEEK_CUR);
  const uint64_t n = (uint64_t)(f->_IO_read_end - f->_IO_read_ptr);
  if (n > 0 && !(f->_flags & IN_BACKUP)) label_bytes(last.source, f->_IO_read_ptr, n, last.end_position - n);
}

static int recognise(FILE *f) {
  if (esp_by_hand) return 0;
  /* The place of a stream that was closed may be another's by now, which has no buffer yet. */
  if (last.stream != f || !last.base || last.base != f->_IO_read_base || last.end != f->_IO_read_end) {
    last.stream = f;
    last.source = source_of(f->_fileno);
    last.base = f->_IO_read_base;
    last.end = f->_IO_read_end;
    last.writable = last.source && is_writable(last.source, f->_fileno);
    if (last.source && !last.writable) know_buffer(f);
  }
  return last.source != 0;
}

/* May a character be put back by stepping back in the buffer? */
int esp_can_step_back(FILE *f) {
  return recognise(f) && !last.writable && !(f->_flags & IN_BACKUP) && f->_IO_read_ptr > f->_IO_read_base;
}

/* Is this stream symbolic?  Then its buffer is filled, unless the file is at its end. */
int esp_stream_reading(FILE *f, esp_reading *r) {
  if (!recognise(f)) return 0;
  int at_end = 0;
  if (!last.writable && f->_IO_read_ptr >= f->_IO_read_end) {
    at_end = __underflow(f) == EOF;
    know_buffer(f);
    note_ahead(last.source, f, last.end_position);
    last.writable = is_writable(last.source, f->_fileno);
  }
  if (last.writable) {
    give_reading(last.source, 0, r);
    return r->writable = 1;
  }
  give_reading(last.source, last.end_position - (uint64_t)(f->_IO_read_end - f->_IO_read_ptr), r);
  r->at_end = at_end;
  r->ahead = at_end && is_ahead(last.source, f, r->position);
  r->pushed_back = (f->_flags & IN_BACKUP) != 0;
  return 1;
}

int esp_real_fseek(FILE *f, off_t offset, int whence) {
  source_of(f->_fileno); /* in a run that began early it has no position yet */
  forget_stream(); /* the library may have filled the buffer from elsewhere */
  return fseeko(f, offset, whence);
}

/* ---- targets of fuzzers ------------------------------------------------------------------- */

uint8_t *esp_target_bytes(esp_reading *r) {
  for (uint32_t i = 0; i < esp_mem.control->source_count; i++) {
    if (source(i)->kind != ESP_SOURCE_BYTES) continue;
    const uint32_t length = length_of(source(i));
    uint8_t *bytes = espalier_object(length);
    for (uint32_t k = 0; k < length; k++) bytes[k] = (uint8_t)esp_input_value(source(i)->first + k, 8);
    label_bytes(source(i), bytes, length, 0);
    give_reading(source(i), 0, r);
    return bytes;
  }
  return 0;
}
