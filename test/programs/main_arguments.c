// main is a unit when it is named; argc counts argv.
// RUN: unit=main
// EXPECT: branch 4/4
int main(int argc, char **argv) {
  if (argc < 2) return 2;
  return argv[1][0] == '-' ? 0 : 1;
}
