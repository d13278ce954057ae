// A text in a global array is looked at like any other.
// RUN: --stdin 1 -- a
// RUN: --stdin 1 -- b
// HAND: Ax => 0
// EXPECT: unknown +[1-9]
// EXPECT: concretised +(text given to 'access' depends on the input: global_text.c:20|what 'fgetc' finds)
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char text[5000];

int main(int argc, char **argv) {
  const int c = getchar();
  if (argc != 2) return 0;
  if (argv[1][0] == 'a') {
    FILE *f = fopen("A", "w");
    if (f) fclose(f);
    text[0] = (char)c;
    if (access(text, F_OK) == 0) return 1;
    return 0;
  }
  FILE *f = fopen("x", "w+");
  text[4000] = (char)c;
  fwrite(text, 1, 4096, f);
  fseek(f, 4000, SEEK_SET);
  if (fgetc(f) == 'A') return 1;
  return 0;
}
