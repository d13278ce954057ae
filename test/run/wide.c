// Wide characters are followed in the C locale, in which programs run: nothing is concretised, and what lies beyond
// ASCII is proved to be out of reach.
// RUN: --stdin 2 --exhaustive
// EXPECT: branches +10 of 12 covered, 2 infeasible for these inputs, 0 unknown
// EXPECT: every path explored
// NEVER: concretised
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  static mbstate_t state;
  char bytes[2];
  wchar_t c = 0;
  setlocale(LC_ALL, "");
  const size_t count = fread(bytes, 1, 2, stdin);
  const size_t size = mbrtowc(&c, bytes, count, &state);
  if (size == (size_t)-2) return 1;
  if (size == (size_t)-1) return 2;
  if (size > 1) return 3;
  if (c > 127) return 4;
  if (iswupper((wint_t)c)) return 5;
  return towupper((wint_t)c) == L'Z' ? 6 : 0;
}
