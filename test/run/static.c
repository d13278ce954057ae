// The library is part of a program that is linked statically, but not ours: a failure in it is that of its caller.
// BUILD: -static
// RUN: --stdin 1
// RUN: --stdin 1 --isolate
// EXPECT: finding +null dereference .segmentation fault. at .*static.c:17
// EXPECT: finding +null dereference .segmentation fault. at .*static.c:18
// EXPECT: static.c:17 in main
// EXPECT: static.c:18 in main
// EXPECT: corpus crashes/id:00000[01],sig:11
// EXPECT: corpus crashes/id:000001,sig:11
#include <stdio.h>
#include <wchar.h>

int main(void) {
  const wchar_t *volatile nowhere = (const wchar_t *)8;
  const int c = getchar();
  if (c == 'a') return (int)wcslen(nowhere);
  if (c == 'b') return (int)wcslen(nowhere) + 1;
  return 0;
}
