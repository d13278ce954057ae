/* Text to floating point.  A decimal of up to 2^53 units times or over a power of ten up to 10^22 is one
 * exact conversion and one correctly rounded operation (Clinger, "How to read floating point numbers
 * accurately", 1990), so it has a term.  Others go to the real function, with the characters pinned. */
#include "model.h"

/* Answered by the runtime: the real functions. */
double esp_real_strtod(const char *s, char **end);
float esp_real_strtof(const char *s, char **end);

typedef enum { NOTHING, NUMBER, INFINITE, NOT_A_NUMBER, HARD } kind;
typedef struct {
  kind kind;
  int negative;
  int64_t mantissa; /* value = mantissa * base^exponent, base 10 or 2 */
  int exponent;
  int binary;
  int digits; /* of the mantissa, leading zeros counted */
  const char *end;
} literal;

static int is_digit(char c) { return (byte)(c - '0') < 10; }
static int is_hex(char c) { return is_digit(c) | ((byte)((c | 32) - 'a') < 6); }

/* 10 + the letter's place, without a branch on which of the two it is. */
static unsigned hex_value(char c) {
  return (unsigned)esp_choose(is_digit(c), (byte)(c - '0'), (byte)((c | 32) - 'a' + 10));
}

/* Length of the word, if the text starts with it in any case. */
static size_t matches(const char *s, const char *word) {
  size_t n = 0;
  for (; word[n]; n++)
    if ((s[n] | 32) != word[n]) return 0;
  return n;
}

#define LARGEST_EXPONENT 64

/* Reads "e12" or "p-3" at s, whose letter has been seen.  A symbolic exponent becomes concrete by asking for one
 * value after the other. */
static const char *read_exponent(const char *s, literal *number) {
  const char *p = s + 1;
  int negative = 0;
  if (*p == '-') {
    negative = 1;
    p++;
  } else if (*p == '+') {
    p++;
  }
  if (!is_digit(*p)) return s;
  int value = 0;
  for (int n = 0; is_digit(*p); p++, n++) {
    if (n == 3) number->kind = HARD;
    if (n < 3) value = value * 10 + (*p - '0');
  }
  int known = 0;
  while (known < LARGEST_EXPONENT && known != value) known++;
  if (known != value) number->kind = HARD;
  number->exponent += negative ? -known : known;
  return p;
}

static void read_digits(literal *number, const char *p) {
  const int most = number->binary ? 13 : 18; /* digits that fit */
  int point = 0, any = 0;
  for (;; p++) {
    if (!point && *p == '.') {
      point = 1;
      continue;
    }
    if (!(number->binary ? is_hex(*p) : is_digit(*p))) break;
    any = 1;
    if (++number->digits > most) {
      number->kind = HARD;
      continue;
    }
    number->mantissa =
        number->binary ? number->mantissa * 16 + hex_value(*p) : number->mantissa * 10 + (*p - '0');
    if (point) number->exponent -= number->binary ? 4 : 1;
  }
  if (!any) {
    number->kind = NOTHING;
    return;
  }
  if ((*p | 32) == (number->binary ? 'p' : 'e')) p = read_exponent(p, number);
  number->end = p;
}

static literal read_literal(const char *s) {
  literal number = {.kind = NUMBER};
  const char *p = s;
  while (((byte)(*p - 9) < 5) | (*p == ' ')) p++;
  if (*p == '-') {
    number.negative = 1;
    p++;
  } else if (*p == '+') {
    p++;
  }
  if (matches(p, "inf")) {
    number.kind = INFINITE;
    number.end = p + (matches(p, "infinity") ? 8 : 3);
  } else if (matches(p, "nan")) {
    number.kind = p[3] == '(' ? HARD : NOT_A_NUMBER;
    number.end = p + 3;
  } else if (*p == '0' && (p[1] | 32) == 'x' && (is_hex(p[2]) || (p[2] == '.' && is_hex(p[3])))) {
    number.binary = 1;
    read_digits(&number, p + 2);
  } else {
    read_digits(&number, p);
  }
  return number;
}

static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static double power_of_two(int exponent) {
  const uint64_t bits = (uint64_t)(1023 + exponent) << 52;
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

/* One rounding at most, in the wanted precision. */
static int is_easy(const literal *number, int64_t largest, int exponent) {
  if (number->kind == HARD) return 0;
  if (number->kind != NUMBER || number->binary) return 1;
  if (number->exponent < -exponent || number->exponent > exponent) return 0;
  return (largest > 1000000000000000 && number->digits <= 15) || number->mantissa <= largest;
}

static double value_of(const literal *number) {
  double value = 0;
  if (number->kind == INFINITE) value = __builtin_inf();
  if (number->kind == NOT_A_NUMBER) value = __builtin_nan("");
  if (number->kind == NUMBER) {
    value = (double)number->mantissa;
    if (number->binary)
      value *= power_of_two(number->exponent);
    else if (number->exponent < 0)
      value /= powers_of_ten[-number->exponent];
    else if (number->exponent > 0)
      value *= powers_of_ten[number->exponent];
  }
  return number->negative ? -value : value;
}

static void pin_text(const char *s) {
  while (esp_pin((byte)*s)) s++;
}

double MODEL(strtod)(const char *s, char **end) {
  const literal number = read_literal(s);
  if (!is_easy(&number, 1ll << 53, 22)) {
    pin_text(s);
    return esp_real_strtod(s, end);
  }
  if (end) *end = (char *)(number.kind == NOTHING ? s : number.end);
  return number.kind == NOTHING ? 0 : value_of(&number);
}

double MODEL(atof)(const char *s) { return MODEL(strtod)(s, 0); }

/* A double that is exact, or a quotient of numbers that are exact as floats. */
float MODEL(strtof)(const char *s, char **end) {
  const literal number = read_literal(s);
  if (!is_easy(&number, 1 << 24, 10) || number.binary) {
    pin_text(s);
    return esp_real_strtof(s, end);
  }
  if (end) *end = (char *)(number.kind == NOTHING ? s : number.end);
  if (number.kind == NOTHING) return 0;
  if (number.kind != NUMBER) return (float)value_of(&number);
  float value = (float)number.mantissa;
  if (number.exponent < 0) value /= (float)powers_of_ten[-number.exponent];
  if (number.exponent > 0) value *= (float)powers_of_ten[number.exponent];
  return number.negative ? -value : value;
}
