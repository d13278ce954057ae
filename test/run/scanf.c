// Numbers and words read by scanf.
// HAND: 42 ok\n => 2 0
// RUN: --stdin 6 --exhaustive
// EXPECT: branches +6 of 6 covered
// EXPECT: every path explored
// NEVER: concretised
#include <stdio.h>
#include <string.h>
int main(void) {
  int n = 0;
  char word[8] = "";
  const int got = scanf("%d %7s", &n, word);
  if (got == EOF) return 1;
  if (n == -37) return 2;
  if (strcmp(word, "ok") == 0) printf("%d\n", got);
  return n > 9000;
}
