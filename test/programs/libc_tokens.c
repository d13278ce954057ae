// strtok keeps its place between calls and starts afresh in every run.
// RUN: unit=fields exhaustive
// EXPECT: branch 7/8
// EXPECT: infeasible line 14 true
#include <string.h>

int fields(char line[5]) {
  line[4] = 0;
  char *first = strtok(line, ",");
  if (!first) return 0;
  char *second = strtok(0, ",");
  if (!second) return 1;
  if (second - line == 3) return 4;
  if (strtok(0, ",")) return 3;
  return 2;
}
