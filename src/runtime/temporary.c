/* tmpfile(): the C library makes its file in /tmp, where runs cannot write.  espalier-cc hands its calls to us. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "program.h"
#include "state.h"

FILE *__real_tmpfile(void);

FILE *__wrap_tmpfile(void) {
  if (esp_by_hand) return __real_tmpfile();
  const int file = esp_open_scratch(O_TMPFILE | O_RDWR);
  FILE *stream = file < 0 ? 0 : fdopen(file, "w+");
  if (file >= 0 && !stream) close(file);
  return stream;
}

FILE *__wrap_tmpfile64(void) { return __wrap_tmpfile(); }
