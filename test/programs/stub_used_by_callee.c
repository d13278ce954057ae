// Stubs reached through a static helper and a table of functions; unreached ones need no inputs.
// RUN: unit=dispatch
// EXPECT: branch 4/4
int plus(int a);
int minus(int a);
int never_called(int a);

static int (*const table[])(int) = {plus, minus};
static int helper(int a) { return table[1](a) == 5; }

int dispatch(int a) {
  if (helper(a)) return 1;
  if (table[0](a) < -3) return 2;
  return 0;
}
int other(int a) { return never_called(a); }
