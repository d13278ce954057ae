// <ctype.h>: the macros look into tables of the library; classes are exact and exclude each other.
// RUN: unit=classify exhaustive
// EXPECT: branch 23/26
// EXPECT: infeasible line 14 true
// EXPECT: infeasible line 15 true
// EXPECT: infeasible line 20 false
#include <ctype.h>

int classify(char ch) {
  unsigned char c = (unsigned char)ch;
  if (isdigit(c)) return 1;
  if (isupper(c)) return 2;
  if (isspace(c)) return 3;
  if (isalpha(c) && toupper(c) == c) return 4;
  if (isalnum(c) && !isxdigit(c) && c < 'g') return 5;
  if (islower(c)) return isxdigit(c) ? 6 : 7;
  if (ispunct(c)) return 8;
  if (iscntrl(c))
    return 9;
  return c > 127 ? 10 : 11;
}
