// A program that only writes, or looks only at what it has not written, loses no proof by it.
// RUN: --stdin 2 --exhaustive
// EXPECT: branches +8 of 10 covered, 2 infeasible
// NEVER: concretised
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char line[4] = "";
  FILE *f = fopen("x", "w");
  if (!f) return 1;
  if (!fgets(line, sizeof line, stdin)) return 2;
  printf("%s", line);
  fputs(line, f);
  fseek(f, 0, SEEK_SET);
  fwrite(line, 1, sizeof line, f);
  write(1, line, sizeof line);
  fclose(f);
  if (ftell(stdin) == 1) return 3;
  if (line[0] == 'a' && line[0] == 'b') return 4;
  return line[0] == 'q';
}
