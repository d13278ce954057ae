// What a program writes may come back to it: then nothing is called infeasible.  What it only writes costs no proof.
// RUN: --stdin 1 -- a
// RUN: --stdin 1 -- b
// RUN: --stdin 1 -- c
// RUN: --stdin 1 -- d
// RUN: --stdin 1 -- e
// RUN: --stdin 1 -- f
// RUN: --stdin 1 -- g
// RUN: --stdin 1 -- h
// EXPECT: unknown +[1-9]
// EXPECT: concretised +(what '(fgetc|ftello|ftell|fseeko|lseek|fstat|stat|mmap|__fpending)' finds may be what was written|(argument of|text given to) '(printf|fprintf|vprintf)' depends on the input: written_back.c)
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char buffer[64];

/* The list of arguments leads to the character. */
static int print(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = vprintf(format, arguments);
  va_end(arguments);
  return n;
}

/* How a first character that is written as three digits, or is an x, shows. */
static int shows(int way, int c) {
  struct stat st;
  int n = 0;
  FILE *f = way < 'e' ? fopen("x", "w+") : stdout;
  if (!f) return 0;
  if (way == 'f') setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  if (way == 'g') {
    printf("%d%n", c, &n);
    return n == 3;
  }
  if (way == 'h') return print("%d", c) == 3;
  fprintf(f, "%d", c);
  switch (way) {
    case 'a': rewind(f); return fgetc(f) == '1' && fgetc(f) == '2';
    case 'b': return ftell(f) == 3;
    case 'c': fflush(f); return stat("x", &st) == 0 && st.st_size == 3;
    case 'd': fflush(f); return lseek(fileno(f), 0, SEEK_CUR) == 3;
    case 'e': return __fpending(f) == 3;
    default: return buffer[2] != 0;
  }
}

int main(int argc, char **argv) {
  const int c = getchar();
  if (argc != 2 || c == EOF) return 2;
  if (shows(argv[1][0], c)) return 1;
  return 0;
}
