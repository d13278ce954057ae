/* sscanf.  A format with something rare in it goes to the real function, with the text pinned. */
#include "model.h"

/* Answered by the runtime. */
int esp_real_vsscanf(const char *s, const char *format, va_list arguments);

typedef struct {
  const char *s;
  size_t count;
} reader;

static int peek(reader *r) { return (byte)*r->s; }
static int at_end(reader *r) { return *r->s == 0; }
static void take(reader *r) {
  r->s++;
  r->count++;
}

/* Would the real function take this for infinity, not-a-number or a hexadecimal? */
static int is_odd_float(reader *r) {
  const char *s = r->s;
  if (*s == '-' || *s == '+') s++;
  return (*s | 32) == 'i' || (*s | 32) == 'n' || (*s == '0' && (s[1] | 32) == 'x');
}

#include "scan.h"

static int pin_and_ask(const char *s, const char *format, va_list arguments) {
  for (const char *p = s; esp_pin((byte)*p);) p++;
  return esp_real_vsscanf(s, format, arguments);
}

int MODEL(vsscanf)(const char *s, const char *format, va_list arguments) {
  if (!is_modelled(format, 1)) return pin_and_ask(s, format, arguments);
  reader r = {s, 0};
  const int done = scan(&r, format, arguments);
  return done == ODD ? pin_and_ask(s, format, arguments) : done;
}

#define SCAN                   \
  va_list arguments;           \
  va_start(arguments, format); \
  const int n = MODEL(vsscanf)(s, format, arguments); \
  va_end(arguments);           \
  return n;

int MODEL(sscanf)(const char *s, const char *format, ...) { SCAN }
int MODEL(__isoc99_sscanf)(const char *s, const char *format, ...) { SCAN }
int MODEL(__isoc99_vsscanf)(const char *s, const char *format, va_list arguments) {
  return MODEL(vsscanf)(s, format, arguments);
}
