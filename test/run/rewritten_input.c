// A symbolic file that the program wrote to, closed and opened again for reading holds what was written.
// RUN: --stdin 1 --file in.txt:1 --file other.txt:1 --exhaustive
// RUN: --stdin 1 --file in.txt:1 --file other.txt:1 --exhaustive --from-main
// EXPECT: covered, 0 infeasible
// NEVER: finding
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char byte;
  FILE *f = fopen("in.txt", "r+");
  if (argc > 1 || !argv[0] || !f) return 1;
  fputc(0, f); /* what the first input holds anyway */
  fclose(f);
  f = fopen("in.txt", "r");
  if (fgetc(f) == 'A') puts("never");
  fclose(f);
  const int other = open("other.txt", O_WRONLY);
  const int c = getchar();
  if (c != EOF && write(other, &(char){(char)c}, 1) != 1) return 2;
  close(other);
  f = fopen("other.txt", "r");
  if (fgetc(f) == 'B') puts("stdin");
  fclose(f);
  const int again = open("other.txt", O_RDONLY);
  if (read(again, &byte, 1) == 1 && byte == 'C') puts("stdin");
  return 0;
}
