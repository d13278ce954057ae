/* The engine of the scanf family: what the formats mean.  Who includes it says where characters come from:
 *
 *   typedef ... reader;                     (with a member `count`: characters taken so far)
 *   static int peek(reader *r);             the next character as a byte; at the end anything that is no space, digit
 *   static int at_end(reader *r);
 *   static void take(reader *r);            it is used up
 *
 * It defines is_modelled (no rare conversions) and scan.  `floats` says whether numbers with a point are read here:
 * for infinities, hexadecimal ones and the like scan returns ODD, and the caller must start again in another way. */
#ifndef ESPALIER_LIBC_SCAN_H
#define ESPALIER_LIBC_SCAN_H

#include <limits.h>

#include "model.h"

#define ODD INT_MIN

typedef struct {
  int suppress;
  int width; /* INT_MAX: none */
  int size;  /* bytes of an integer argument */
  int wide;  /* l: double */
  char conversion;
} specification;

static int is_space(int c) { return ((byte)(c - 9) < 5) | (c == ' '); }

static const char *read_specification(const char *f, specification *how) {
  *how = (specification){.width = INT_MAX, .size = 4};
  if (*f == '*') {
    how->suppress = 1;
    f++;
  }
  int width = 0;
  for (; (byte)(*f - '0') < 10; f++) width = width * 10 + (*f - '0');
  if (width > 0) how->width = width;
  for (;; f++) {
    if (*f == 'h')
      how->size /= 2;
    else if (*f == 'l' || *f == 'j' || *f == 'z' || *f == 't' || *f == 'q')
      how->size = 8, how->wide = 1;
    else
      break;
  }
  how->conversion = *f;
  return f;
}

static int is_modelled(const char *f, int floats) {
  for (; *f; f++) {
    if (*f != '%') continue;
    specification how;
    f = read_specification(f + 1, &how);
    const char c = how.conversion;
    if (c == 0 || !MODEL(strchr)("diuxXocsn[feEgGF%", c)) return 0;
    if (!floats && MODEL(strchr)("feEgGF", c)) return 0;
    if (how.wide && (c == 'c' || c == 's' || c == '[')) return 0;
    if (c == '[') {
      f++;
      if (*f == '^') f++;
      if (*f == ']') f++;
      while (*f && *f != ']') f++;
      if (*f == 0) return 0;
    }
  }
  return 1;
}

static void store(void *to, int size, uint64_t value) {
  if (size == 8) *(uint64_t *)to = value;
  if (size == 4) *(uint32_t *)to = (uint32_t)value;
  if (size == 2) *(uint16_t *)to = (uint16_t)value;
  if (size == 1) *(uint8_t *)to = (uint8_t)value;
}

#define SAFE_DIGITS 12 /* too few to overflow in any base up to 16 */

/* Reads an integer as strtol of at most `width` characters would; 0 if there is none. */
static int read_integer(reader *r, const specification *how, uint64_t *result) {
  const char c = how->conversion;
  unsigned base = c == 'i' ? 0 : c == 'o' ? 8 : c == 'x' || c == 'X' ? 16 : 10;
  const int is_signed = c == 'd' || c == 'i';
  int left = how->width, negative = 0, any = 0;
  if (peek(r) == '-' || peek(r) == '+') {
    negative = peek(r) == '-';
    take(r);
    left--;
  }
  if (left > 0 && (base == 0 || base == 16) && peek(r) == '0') {
    any = 1;
    take(r);
    left--;
    if (left > 0 && (peek(r) | 32) == 'x') {
      base = 16;
      take(r);
      left--;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  const uint64_t limit = !is_signed ? UINT64_MAX : (uint64_t)INT64_MAX + (uint64_t)negative;
  uint64_t value = 0;
  int overflow = 0;
  for (int n = 0; left > 0; take(r), left--, n++) {
    unsigned digit = (unsigned)(byte)peek(r) - '0';
    if (!(digit < (base < 10 ? base : 10))) {
      if (base <= 10) break;
      digit = (unsigned)((byte)peek(r) | 32) - 'a' + 10;
      if (digit < 10 || digit >= base) break;
    }
    any = 1;
    if (n >= SAFE_DIGITS && (value > limit / base || (value == limit / base && digit > limit % base)))
      overflow = 1;
    if (!overflow) value = value * base + digit;
  }
  if (!any) return 0;
  *result = overflow ? limit : value;
  if (negative && !(overflow && !is_signed)) *result = 0 - *result;
  return 1;
}

#define LONGEST_NUMBER 64

/* Collects what glibc takes for a decimal number, also with an exponent that lacks its digits; 0 if it is none. */
static int read_float(reader *r, const specification *how, char *text) {
  int left = how->width < LONGEST_NUMBER - 1 ? how->width : LONGEST_NUMBER - 1;
  int digits = 0, point = 0, exponent = 0;
  char last = 0;
  for (int first = 1; left > 0; take(r), left--, first = 0) {
    const char c = (char)peek(r);
    if ((byte)(c - '0') < 10) {
      digits = 1;
    } else if (c == '+' || c == '-') {
      if (!first && last != 'e') break;
    } else if (c == '.') {
      if (point || exponent) break;
      point = 1;
    } else if ((c | 32) == 'e') {
      if (!digits || exponent) break;
      exponent = 1;
    } else {
      break;
    }
    *text++ = c;
    last = (c | 32) == 'e' ? 'e' : '0';
  }
  *text = 0;
  return digits;
}

/* Is c in the set that starts at f, after '[' and '^'?  Without a branch on which of its members. */
static int in_set(const char *f, byte c, const char *end) {
  int found = 0;
  for (const char *p = f; p < end; p++) {
    if (p + 2 < end && p[1] == '-' && (byte)p[0] <= (byte)p[2]) {
      found |= (byte)(c - (byte)p[0]) <= (byte)p[2] - (byte)p[0];
      p += 2;
    } else {
      found |= c == (byte)*p;
    }
  }
  return found;
}

#define INPUT_ENDS return done == 0 ? -1 : done

static int scan(reader *r, const char *format, va_list arguments) {
  va_list rest;
  va_copy(rest, arguments);
  int done = 0;
  for (const char *f = format; *f; f++) {
    if (is_space(*f)) {
      while (is_space(peek(r))) take(r);
      continue;
    }
    if (*f != '%') {
      if (at_end(r)) INPUT_ENDS;
      if (peek(r) != (byte)*f) return done;
      take(r);
      continue;
    }
    specification how;
    f = read_specification(f + 1, &how);
    const char c = how.conversion;
    if (c != 'c' && c != '[' && c != 'n')
      while (is_space(peek(r))) take(r);
    if (c == 'n') {
      if (!how.suppress) store(va_arg(rest, void *), how.size, (uint64_t)r->count);
      continue;
    }
    if (at_end(r)) INPUT_ENDS;
    if (c == '%') {
      if (peek(r) != '%') return done;
      take(r);
    } else if (c == 'c') {
      char *to = how.suppress ? 0 : va_arg(rest, char *);
      for (int n = how.width == INT_MAX ? 1 : how.width; n > 0 && !at_end(r); n--, take(r))
        if (to) *to++ = (char)peek(r);
      done += !how.suppress;
    } else if (c == 's') {
      char *to = how.suppress ? 0 : va_arg(rest, char *);
      for (int n = how.width; n > 0 && !at_end(r) && !is_space(peek(r)); n--, take(r))
        if (to) *to++ = (char)peek(r);
      if (to) *to = 0;
      done += !how.suppress;
    } else if (c == '[') {
      f++;
      const int excluded = *f == '^';
      if (excluded) f++;
      const char *const set = f;
      if (*f == ']') f++;
      while (*f != ']') f++;
      char *to = how.suppress ? 0 : va_arg(rest, char *);
      int n = 0;
      for (; n < how.width && !at_end(r) && in_set(set, (byte)peek(r), f) != excluded; n++, take(r))
        if (to) *to++ = (char)peek(r);
      if (n == 0) return done;
      if (to) *to = 0;
      done += !how.suppress;
    } else if (MODEL(strchr)("diuxXo", c)) {
      uint64_t value = 0;
      if (!read_integer(r, &how, &value)) return done;
      if (!how.suppress) store(va_arg(rest, void *), how.size, value);
      done += !how.suppress;
    } else {
      if (is_odd_float(r)) return ODD;
      char text[LONGEST_NUMBER];
      if (!read_float(r, &how, text)) return done;
      if (!how.suppress && how.wide) *va_arg(rest, double *) = MODEL(strtod)(text, 0);
      if (!how.suppress && !how.wide) *va_arg(rest, float *) = MODEL(strtof)(text, 0);
      done += !how.suppress;
    }
  }
  va_end(rest);
  return done;
}

#endif
