// A function without a body that does not return ends the run.
// RUN: unit=positive
// EXPECT: branch 2/2
// EXPECT: finding exit
_Noreturn void fatal(const char *text);

int positive(int a) {
  if (a < 0) fatal("negative");
  return a;
}
