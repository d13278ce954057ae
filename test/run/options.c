// Options of the command line are found, letters and names, and every run starts afresh.
// RUN: --arg 7 --arg 2 --iterations 5000
// EXPECT: branches +18 of 18 covered
// EXPECT: all in one process
// NEVER: concretised
#include <getopt.h>
#include <string.h>

int main(int argc, char **argv) {
  static const struct option names[] = {{"size", required_argument, 0, 's'}, {"all", no_argument, 0, 'a'}, {0, 0, 0, 0}};
  int all = 0, size = 0, option;
  while ((option = getopt_long(argc, argv, "as:", names, 0)) != -1) {
    if (option == 'a')
      all++;
    else if (option == 's')
      size = optarg[0] == '9' ? 9 : 1;
    else
      return 2;
  }
  if (all == 2) return 3;
  if (size == 9 && all) return 4;
  if (optind < argc && strcmp(argv[optind], "in") == 0) return 5;
  return 0;
}
