// Output is no approximation unless the program looks at what printf returned.
// RUN: --stdin 2 --exhaustive
// EXPECT: branches +5 of 8 covered
// EXPECT: concretised +text given to 'printf' depends on the input: output.c:15
// NEVER: concretised +call of
// NEVER: output.c:12
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[4] = "";
  if (!fgets(line, sizeof line, stdin)) return 1;
  printf("%s", line);
  if (fwrite("x", 1, 1, stdout) != 1) return 2;
  if (fputs(line, stdout) == EOF) return 3;
  if (printf("%s", line) == 2) return 4;
  return line[0] == 'q';
}
