// Whether a variable is set is asked of a program that looks at all of the environment, by either way.
// RUN: --env FOO:1 --env BAR:1
// EXPECT: branches +15 of 16 covered, 1 infeasible
// NEVER: concretised
#include <string.h>
extern char **environ;
static int is_set(char **all, const char *name) {
  for (; *all; all++)
    if (strncmp(*all, name, 4) == 0) return 1;
  return 0;
}
static int look(void) { return is_set(environ, "BAR="); }
int main(int argc, char **argv, char **all) {
  if (!is_set(all, "FOO=")) return look() ? 1 : 2;
  if (!look()) return 3;
  for (char **each = environ; *each; each++)
    if (strcmp(*each, "FOO=x") == 0) return 4;
  return argc > 1 ? 5 : argv[0] != 0;
}
