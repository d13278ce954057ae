// In another locale characters of several bytes are found by the library: what they are made of is concretised, and
// nothing is called infeasible.
// RUN: --stdin 3 --iterations 2000
// EXPECT: 0 infeasible for these inputs
// EXPECT: concretised .*multibyte_character
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  static mbstate_t state;
  char bytes[3];
  wchar_t c = 0;
  if (!setlocale(LC_ALL, "C.UTF-8")) return 9;
  const size_t count = fread(bytes, 1, 3, stdin);
  const size_t size = mbrtowc(&c, bytes, count, &state);
  if (size == (size_t)-2) return 1;
  if (size == (size_t)-1) return 2;
  if (bytes[0] == 'x' && c != L'x') return 3;
  return size == 2;
}
