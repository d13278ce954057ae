// strcmp and its kin: a string is found character by character, and what two calls exclude is proved.
// RUN: unit=command exhaustive
// EXPECT: branch 13/14
// EXPECT: infeasible line 12 true
#include <string.h>
#include <strings.h>

int command(const char word[6]) {
  if (word[5] != 0) return -1;
  if (strcmp(word, "go") == 0) return 1;
  if (strncmp(word, "stop", 3) == 0) return 2;
  if (strcmp(word, "stop") == 0) return 3;
  if (strcasecmp(word, "Up") == 0) return 4;
  if (strcmp(word, "a") < 0 && word[0] != 0) return 5;
  return 0;
}
