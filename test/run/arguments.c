// Symbolic arguments stand where the concrete ones say.
// RUN: --arg 4 --arg 2 -- first @arg second
// EXPECT: branches +9 of 12 covered, 3 infeasible
// EXPECT: corpus queue/id:[0-9]*,run:[0-9]*/argument.2
#include <string.h>
int main(int argc, char **argv) {
  if (argc != 5) return 1;
  if (strcmp(argv[1], "first") != 0 || strcmp(argv[3], "second") != 0) return 2;
  if (strcmp(argv[2], "-all") == 0) return 3;
  if (argv[4][0] == 'x' && argv[4][1] == 0) return 4;
  return 0;
}
