/* The forms that -D_FORTIFY_SOURCE makes of calls: the same, with the size of the destination. */
#include "model.h"

/* Answered by the runtime: ends the program as the library does. */
void __chk_fail(void) __attribute__((noreturn));

void *MODEL(memcpy)(void *to, const void *from, size_t n);
char *MODEL(strcpy)(char *to, const char *from);
char *MODEL(stpcpy)(char *to, const char *from);
char *MODEL(strcat)(char *to, const char *from);
char *MODEL(strncpy)(char *to, const char *from, size_t n);
char *MODEL(strncat)(char *to, const char *from, size_t n);

static void must_fit(size_t needed, size_t room) {
  if (needed > room) __chk_fail();
}

void *MODEL(__memcpy_chk)(void *to, const void *from, size_t n, size_t room) {
  must_fit(n, room);
  return MODEL(memmove)(to, from, n);
}
void *MODEL(__memmove_chk)(void *to, const void *from, size_t n, size_t room) {
  must_fit(n, room);
  return MODEL(memmove)(to, from, n);
}
void *MODEL(__memset_chk)(void *to, int c, size_t n, size_t room) {
  must_fit(n, room);
  return MODEL(memset)(to, c, n);
}
char *MODEL(__strcpy_chk)(char *to, const char *from, size_t room) {
  must_fit(MODEL(strlen)(from) + 1, room);
  return MODEL(strcpy)(to, from);
}
char *MODEL(__stpcpy_chk)(char *to, const char *from, size_t room) {
  must_fit(MODEL(strlen)(from) + 1, room);
  return MODEL(stpcpy)(to, from);
}
char *MODEL(__strcat_chk)(char *to, const char *from, size_t room) {
  must_fit(MODEL(strlen)(to) + MODEL(strlen)(from) + 1, room);
  return MODEL(strcat)(to, from);
}
char *MODEL(__strncpy_chk)(char *to, const char *from, size_t n, size_t room) {
  must_fit(n, room);
  return MODEL(strncpy)(to, from, n);
}
char *MODEL(__strncat_chk)(char *to, const char *from, size_t n, size_t room) {
  must_fit(MODEL(strlen)(to) + MODEL(strnlen)(from, n) + 1, room);
  return MODEL(strncat)(to, from, n);
}

int MODEL(__vsnprintf_chk)(char *to, size_t size, int flag, size_t room, const char *format, va_list arguments) {
  (void)flag;
  must_fit(size, room);
  return MODEL(vsnprintf)(to, size, format, arguments);
}
int MODEL(__vsprintf_chk)(char *to, int flag, size_t room, const char *format, va_list arguments) {
  (void)flag;
  const int n = MODEL(vsnprintf)(to, room, format, arguments);
  must_fit((size_t)n + 1, room);
  return n;
}
int MODEL(__snprintf_chk)(char *to, size_t size, int flag, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = MODEL(__vsnprintf_chk)(to, size, flag, room, format, arguments);
  va_end(arguments);
  return n;
}
int MODEL(__sprintf_chk)(char *to, int flag, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = MODEL(__vsprintf_chk)(to, flag, room, format, arguments);
  va_end(arguments);
  return n;
}
