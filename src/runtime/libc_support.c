/* What models of library functions (libc/) ask of the real library. */
#include <stddef.h>
#include <string.h>


#define LONGEST 4096 /* longer buffers are compared as this one */

/* How does memcmp answer for buffers of n bytes that differ first at position i?  0: the difference of the bytes,
 * 1: -1 or 1, 2: the difference of all bytes as one number.  The implementation is chosen by the
 * processor, so it is asked. */
int esp_memcmp_style(size_t n, size_t i) {
  static unsigned char a[LONGEST], b[LONGEST];
  int (*volatile real)(const void *, const void *, size_t) = memcmp;
  if (n > LONGEST) {
    if (i >= LONGEST) i = LONGEST - 1;
    n = LONGEST;
  }
  b[i] = 0x20;
  const int answer = real(a, b, n);
  b[i] = 0;
  return answer == -0x20 ? 0 : answer == -1 ? 1 : 2;
}
