/* Text to integers, and integer division. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "model.h"

static int is_space(char c) { return ((byte)(c - 9) < 5) | (c == ' '); }

/* No base overflows 64 bits, nor 63, with this many digits; fewer need no check, which would be a branch. */
#define SAFE_DIGITS 12

/* The value of a digit in this base, or `base` for any other character. */
static unsigned digit_of(char c, unsigned base) {
  const unsigned digit = (unsigned)(byte)c - '0';
  if (digit < (base < 10 ? base : 10)) return digit;
  if (base <= 10) return base;
  const unsigned letter = (unsigned)((byte)c | 32) - 'a';
  return letter < base - 10 ? letter + 10 : base;
}

/* Reads an integer as strtol does: `most` is the largest magnitude, `least` that of a negative one. */
static unsigned long convert(const char *s, char **end, int base, unsigned long most, unsigned long least) {
  const char *const start = s;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return 0;
  }
  while (is_space(*s)) s++;
  int negative = 0;
  if (*s == '-') {
    negative = 1;
    s++;
  } else if (*s == '+') {
    s++;
  }
  const char *zero = 0; /* of a prefix 0x */
  if ((base == 0 || base == 16) && *s == '0') {
    if ((s[1] | 32) == 'x') {
      zero = s;
      s += 2;
      base = 16;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  const unsigned b = (unsigned)base;
  const unsigned long limit = negative ? least : most;
  const char *const digits = s;
  unsigned long value = 0;
  int overflow = 0;
  for (unsigned digit; (digit = digit_of(*s, b)) < b; s++) {
    if (overflow) continue;
    if (s - digits >= SAFE_DIGITS && (value > limit / b || (value == limit / b && digit > limit % b)))
      overflow = 1;
    else
      value = value * b + digit;
  }
  if (end) *end = (char *)(s != digits ? s : zero ? zero + 1 : start);
  if (overflow) {
    errno = ERANGE;
    return most == ULONG_MAX ? ULONG_MAX : negative ? 0 - least : most;
  }
  return negative ? 0 - value : value;
}

long MODEL(strtol)(const char *s, char **end, int base) {
  return (long)convert(s, end, base, LONG_MAX, (unsigned long)LONG_MAX + 1);
}
unsigned long MODEL(strtoul)(const char *s, char **end, int base) {
  return convert(s, end, base, ULONG_MAX, ULONG_MAX);
}
long long MODEL(strtoll)(const char *s, char **end, int base) { return MODEL(strtol)(s, end, base); }
unsigned long long MODEL(strtoull)(const char *s, char **end, int base) { return MODEL(strtoul)(s, end, base); }
intmax_t MODEL(strtoimax)(const char *s, char **end, int base) { return MODEL(strtol)(s, end, base); }
uintmax_t MODEL(strtoumax)(const char *s, char **end, int base) { return MODEL(strtoul)(s, end, base); }

int MODEL(atoi)(const char *s) { return (int)MODEL(strtol)(s, 0, 10); }
long MODEL(atol)(const char *s) { return MODEL(strtol)(s, 0, 10); }
long long MODEL(atoll)(const char *s) { return MODEL(strtol)(s, 0, 10); }

div_t MODEL(div)(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t MODEL(ldiv)(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t MODEL(lldiv)(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
