/* scanf and fscanf.  Formats with floating-point numbers or something rare go to the real function: what they store is
 * concrete, and the path approximate if the stream is symbolic. */
#include "input.h"

/* Answered by the runtime. */
int esp_real_vfscanf(FILE *f, const char *format, va_list arguments);

typedef struct {
  FILE *f;
  size_t count;
  int next; /* read and not yet used up, if known */
  int known;
} reader;

static int peek(reader *r) {
  if (!r->known) r->next = MODEL(fgetc)(r->f);
  r->known = 1;
  return r->next;
}
static int at_end(reader *r) { return peek(r) == EOF; }
static void take(reader *r) {
  r->known = 0;
  r->count++;
}
static int is_odd_float(reader *r) {
  (void)r;
  return 0;
}

#include "../libc/scan.h"

/* Bytes that the real function reads are pinned, as many as there are. */
static int pin_and_ask(FILE *f, const char *format, va_list arguments) {
  esp_reading r;
  if (esp_stream_reading(f, &r)) {
    if (r.writable) esp_pin_length(&r);
    const size_t left = esp_bytes_from(&r, r.position, r.size);
    for (size_t i = 0; !r.writable && i < left && f->_IO_read_ptr + i < f->_IO_read_end; i++) esp_pin((byte)f->_IO_read_ptr[i]);
  }
  return esp_real_vfscanf(f, format, arguments);
}

int MODEL(vfscanf)(FILE *f, const char *format, va_list arguments) {
  if (!is_modelled(format, 0)) return pin_and_ask(f, format, arguments);
  reader r = {f, 0, 0, 0};
  const int done = scan(&r, format, arguments);
  if (r.known && r.next != EOF) MODEL(ungetc)(r.next, f);
  return done;
}

#define SCAN(stream)           \
  va_list arguments;           \
  va_start(arguments, format); \
  const int n = MODEL(vfscanf)(stream, format, arguments); \
  va_end(arguments);           \
  return n;

int MODEL(fscanf)(FILE *f, const char *format, ...) { SCAN(f) }
int MODEL(scanf)(const char *format, ...) { SCAN(stdin) }
int MODEL(__isoc99_fscanf)(FILE *f, const char *format, ...) { SCAN(f) }
int MODEL(__isoc99_scanf)(const char *format, ...) { SCAN(stdin) }
int MODEL(vscanf)(const char *format, va_list arguments) { return MODEL(vfscanf)(stdin, format, arguments); }
int MODEL(__isoc99_vfscanf)(FILE *f, const char *format, va_list arguments) {
  return MODEL(vfscanf)(f, format, arguments);
}
int MODEL(__isoc99_vscanf)(const char *format, va_list arguments) {
  return MODEL(vfscanf)(stdin, format, arguments);
}
