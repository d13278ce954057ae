// What the program itself sets or takes away is what getenv then finds.  A variable that is not set has no file.
// RUN: --env FOO:1
// EXPECT: branches +5 of 8 covered, 0 infeasible
// EXPECT: input .*crashes/.*: environment FOO not set
// EXPECT: corpus queue/id:000000,run:1/environment.FOO
// NEVER: corpus crashes/.*environment
// NEVER: finding +abort at .*:1[0-6]
#include <stdlib.h>
int main(void) {
  static char other[] = "FOO=x";
  const int was_set = getenv("FOO") != 0;
  unsetenv("FOO");
  if (getenv("FOO") != 0) abort();
  putenv(other);
  if (getenv("FOO") == 0) abort();
  if (getenv("FOO")[0] != 'x') abort();
  if (!was_set) abort();
  return 0;
}
