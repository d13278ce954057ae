// Wide characters of the C locale are those of ASCII: bytes become them and they become bytes again, exactly.
// RUN: unit=libc_wide exhaustive
// EXPECT: branch 15/18
// EXPECT: infeasible line 18 true
// EXPECT: infeasible line 20 true
// EXPECT: infeasible line 21 true
#include <string.h>
#include <wchar.h>
#include <wctype.h>
int libc_wide(const char text[2]) {
  wchar_t c = 0;
  char back = 0;
  mbstate_t state;
  memset(&state, 0, sizeof state);
  const size_t size = mbrtowc(&c, text, 2, &state);
  if (size == (size_t)-1) return -1;
  if (size == 0) return 0;
  if (c >= 128) return -2;
  wcrtomb(&back, c, &state);
  if (back != text[0]) return -3;
  if (iswalpha((wint_t)c) && iswdigit((wint_t)c)) return -4;
  if (iswupper((wint_t)c) && towlower((wint_t)c) == L'q') return 2;
  return wctob((wint_t)c) == '~' ? 3 : 1;
}
