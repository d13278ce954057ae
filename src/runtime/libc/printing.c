/* sprintf and its kin into memory.  Integers, characters and strings keep their terms: an integer splits
 * the path by its number of digits.  Floating-point values are pinned and printed by the real function. */
#include <limits.h>
#include <stdlib.h>

#include "model.h"

/* Answered by the runtime: one conversion by the real snprintf; the text is cut at `size`. */
int esp_real_format(char *to, size_t size, const char *conversion, double value);
int esp_real_format_long(char *to, size_t size, const char *conversion, long double value);
int esp_real_vsnprintf(char *to, size_t size, const char *format, va_list arguments);

typedef struct {
  char *to;
  size_t room; /* characters that fit before the final zero */
  size_t count;
} sink;

static void put(sink *out, char c) {
  if (out->count < out->room) out->to[out->count] = c;
  out->count++;
}

static void fill(sink *out, char c, long n) {
  for (; n > 0; n--) put(out, c);
}

typedef struct {
  int left, plus, space, alternative, zero;
  int width;
  int precision; /* -1: none */
  int size;      /* bytes of an integer argument */
  int is_long_double;
  char conversion;
} specification;

/* Digits of v, last first; none for 0.  Narrow values are divided as such: cheaper for the solver. */
static int digits_of(char *last, uint64_t v, int size, unsigned base, char ten) {
  int n = 0;
  if (size <= 4) {
    for (uint32_t w = (uint32_t)v; w != 0; w /= base) {
      const unsigned d = w % base;
      last[-n++] = (char)('0' + d + (base > 10 ? (d > 9) * (unsigned)(ten - '0' - 10) : 0));
    }
  } else {
    for (; v != 0; v /= base) {
      const unsigned d = (unsigned)(v % base);
      last[-n++] = (char)('0' + d + (base > 10 ? (d > 9) * (unsigned)(ten - '0' - 10) : 0));
    }
  }
  return n;
}

static void print_integer(sink *out, const specification *how, uint64_t v, int negative) {
  char digits[24];
  char *const last = digits + sizeof digits - 1;
  const char c = how->conversion;
  const unsigned base = c == 'o' ? 8 : c == 'x' || c == 'X' || c == 'p' ? 16 : 10;
  const int n = digits_of(last, v, how->size, base, c == 'X' ? 'A' : 'a');
  int zeros = (how->precision < 0 ? 1 : how->precision) - n;
  if (zeros < 0) zeros = 0;
  if (base == 8 && how->alternative && zeros == 0) zeros = 1;
  char prefix[2];
  int prefixes = 0;
  if (c == 'd' || c == 'i') {
    if (negative)
      prefix[prefixes++] = '-';
    else if (how->plus)
      prefix[prefixes++] = '+';
    else if (how->space)
      prefix[prefixes++] = ' ';
  } else if (base == 16 && how->alternative && n > 0) {
    prefix[prefixes++] = '0';
    prefix[prefixes++] = c == 'X' ? 'X' : 'x';
  }
  int padding = how->width - prefixes - zeros - n;
  if (how->zero && !how->left && how->precision < 0 && padding > 0) {
    zeros += padding;
    padding = 0;
  }
  if (!how->left) fill(out, ' ', padding);
  for (int i = 0; i < prefixes; i++) put(out, prefix[i]);
  fill(out, '0', zeros);
  for (int i = n - 1; i >= 0; i--) put(out, last[-i]);
  if (how->left) fill(out, ' ', padding);
}

static void print_text(sink *out, const specification *how, const char *s) {
  if (!s) s = how->precision < 0 || how->precision >= 6 ? "(null)" : "";
  const size_t n =
      how->precision < 0 ? MODEL(strlen)(s) : MODEL(strnlen)(s, (size_t)how->precision);
  const long padding = how->width - (long)n;
  if (!how->left) fill(out, ' ', padding);
  for (size_t i = 0; i < n; i++) put(out, s[i]);
  if (how->left) fill(out, ' ', padding);
}

static char *append_number(char *to, int n) {
  char digits[12];
  const int count = digits_of(digits + sizeof digits - 1, (uint64_t)n, 4, 10, 'a');
  for (int i = count - 1; i >= 0; i--) *to++ = digits[(int)sizeof digits - 1 - i];
  return to;
}

#define LONGEST_FLOAT 5200 /* digits of the largest long double, and some */

static void print_float(sink *out, const specification *how, double value, long double wide) {
  char conversion[48], *c = conversion, text[LONGEST_FLOAT];
  *c++ = '%';
  if (how->left) *c++ = '-';
  if (how->plus) *c++ = '+';
  if (how->space) *c++ = ' ';
  if (how->alternative) *c++ = '#';
  if (how->zero) *c++ = '0';
  if (how->width > 0) c = append_number(c, how->width);
  if (how->precision >= 0) {
    *c++ = '.';
    if (how->precision == 0) *c++ = '0';
    c = append_number(c, how->precision);
  }
  if (how->is_long_double) *c++ = 'L';
  *c++ = how->conversion;
  *c = 0;
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  bits = esp_pin(bits);
  __builtin_memcpy(&value, &bits, sizeof bits);
  const int n = how->is_long_double ? esp_real_format_long(text, sizeof text, conversion, wide)
                                    : esp_real_format(text, sizeof text, conversion, value);
  for (int i = 0; i < n && i < LONGEST_FLOAT - 1; i++) put(out, text[i]);
}

/* Reads flags, width, precision and length; the conversion's letter is at the returned place. */
static const char *read_specification(const char *f, specification *how, va_list *arguments) {
  *how = (specification){.precision = -1, .size = 4};
  for (;; f++) {
    if (*f == '-')
      how->left = 1;
    else if (*f == '+')
      how->plus = 1;
    else if (*f == ' ')
      how->space = 1;
    else if (*f == '#')
      how->alternative = 1;
    else if (*f == '0')
      how->zero = 1;
    else
      break;
  }
  if (*f == '*') {
    how->width = va_arg(*arguments, int);
    if (how->width < 0) {
      how->left = 1;
      how->width = -how->width;
    }
    f++;
  } else {
    for (; (byte)(*f - '0') < 10; f++) how->width = how->width * 10 + (*f - '0');
  }
  if (*f == '.') {
    f++;
    how->precision = 0;
    if (*f == '*') {
      how->precision = va_arg(*arguments, int);
      if (how->precision < 0) how->precision = -1;
      f++;
    } else {
      for (; (byte)(*f - '0') < 10; f++) how->precision = how->precision * 10 + (*f - '0');
    }
  }
  for (;; f++) {
    if (*f == 'h')
      how->size /= 2;
    else if (*f == 'l' || *f == 'j' || *f == 'z' || *f == 't')
      how->size = 8;
    else if (*f == 'L' || *f == 'q')
      how->is_long_double = 1, how->size = 8;
    else
      break;
  }
  how->conversion = *f;
  return f;
}

/* Formats that the code below knows; a letter it does not know goes to the real function as a whole. */
static int is_modelled(const char *f) {
  for (; *f; f++) {
    if (*f != '%') continue;
    f++;
    int wide = 0;
    while (*f && MODEL(strchr)("-+ #0123456789*.hljztLq", *f)) {
      if (*f == 'l') wide = 1;
      f++;
    }
    if (*f == 0 || !MODEL(strchr)("diuxXocspnfFeEgGaA%", *f)) return 0;
    if (wide && (*f == 'c' || *f == 's')) return 0;
  }
  return 1;
}

static void print_argument(sink *out, specification *how, va_list *arguments) {
  switch (how->conversion) {
    case '%':
      put(out, '%');
      return;
    case 'c': {
      const char c = (char)va_arg(*arguments, int);
      if (!how->left) fill(out, ' ', how->width - 1);
      put(out, c);
      if (how->left) fill(out, ' ', how->width - 1);
      return;
    }
    case 's':
      print_text(out, how, va_arg(*arguments, const char *));
      return;
    case 'p': {
      const void *p = va_arg(*arguments, const void *);
      how->size = 8;
      how->alternative = 1;
      if (p)
        print_integer(out, how, (uint64_t)p, 0);
      else
        how->precision = -1, print_text(out, how, "(nil)");
      return;
    }
    case 'n': {
      void *to = va_arg(*arguments, void *);
      if (how->size == 8) *(long *)to = (long)out->count;
      if (how->size == 4) *(int *)to = (int)out->count;
      if (how->size == 2) *(short *)to = (short)out->count;
      if (how->size == 1) *(signed char *)to = (signed char)out->count;
      return;
    }
    case 'd':
    case 'i':
      if (how->size == 8) {
        const long v = va_arg(*arguments, long);
        print_integer(out, how, v < 0 ? 0 - (uint64_t)v : (uint64_t)v, v < 0);
      } else {
        int v = va_arg(*arguments, int);
        if (how->size == 2) v = (short)v;
        if (how->size == 1) v = (signed char)v;
        print_integer(out, how, v < 0 ? 0 - (uint32_t)v : (uint32_t)v, v < 0);
      }
      return;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      if (how->size == 8) {
        print_integer(out, how, va_arg(*arguments, uint64_t), 0);
      } else {
        uint32_t v = va_arg(*arguments, uint32_t);
        if (how->size == 2) v = (uint16_t)v;
        if (how->size == 1) v = (uint8_t)v;
        print_integer(out, how, v, 0);
      }
      return;
    default:
      if (how->is_long_double)
        print_float(out, how, 0, va_arg(*arguments, long double));
      else
        print_float(out, how, va_arg(*arguments, double), 0);
  }
}

int MODEL(vsnprintf)(char *to, size_t size, const char *format, va_list arguments) {
  if (!is_modelled(format)) {
    esp_pin(size);
    return esp_real_vsnprintf(to, size, format, arguments);
  }
  sink out = {to, size == 0 ? 0 : size - 1, 0};
  va_list rest;
  va_copy(rest, arguments);
  for (const char *f = format; *f; f++) {
    if (*f != '%') {
      put(&out, *f);
      continue;
    }
    specification how;
    f = read_specification(f + 1, &how, &rest);
    print_argument(&out, &how, &rest);
  }
  va_end(rest);
  if (size != 0) to[out.count < out.room ? out.count : out.room] = 0;
  return (int)out.count;
}

int MODEL(vsprintf)(char *to, const char *format, va_list arguments) {
  return MODEL(vsnprintf)(to, SIZE_MAX, format, arguments);
}

int MODEL(vasprintf)(char **to, const char *format, va_list arguments) {
  const int n = MODEL(vsnprintf)(0, 0, format, arguments);
  *to = malloc((size_t)n + 1);
  return *to ? MODEL(vsnprintf)(*to, (size_t)n + 1, format, arguments) : -1;
}

#define PRINT(call)           \
  va_list arguments;          \
  va_start(arguments, format); \
  const int n = call;         \
  va_end(arguments);          \
  return n;

int MODEL(snprintf)(char *to, size_t size, const char *format, ...) {
  PRINT(MODEL(vsnprintf)(to, size, format, arguments))
}
int MODEL(sprintf)(char *to, const char *format, ...) {
  PRINT(MODEL(vsnprintf)(to, SIZE_MAX, format, arguments))
}
int MODEL(asprintf)(char **to, const char *format, ...) { PRINT(MODEL(vasprintf)(to, format, arguments)) }
