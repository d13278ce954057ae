/* <math.h>: rounding and comparing, without branches.  Integers up to 2^52 are exact as long and as double, and
 * every larger double is an integer already. */
#include "model.h"

static inline uint64_t bits_of(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double of_bits(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

#define SIGN (1ull << 63)

static inline double either(int condition, double yes, double no) {
  return of_bits(esp_choose(condition, bits_of(yes), bits_of(no)));
}
static inline double with_sign(double x, double sign) {
  return of_bits((bits_of(x) & ~SIGN) | (bits_of(sign) & SIGN));
}
static inline double magnitude(double x) { return of_bits(bits_of(x) & ~SIGN); }

/* Keeps what is an integer anyway, and what is no number. */
static inline double unless_large(double x, double rounded) {
  return either(magnitude(x) < 0x1p52, with_sign(rounded, x), x);
}

double MODEL(trunc)(double x) { return unless_large(x, (double)(long)x); }
double MODEL(floor)(double x) {
  const double t = (double)(long)x;
  return unless_large(x, t - (double)(t > x));
}
double MODEL(ceil)(double x) {
  const double t = (double)(long)x;
  return unless_large(x, t + (double)(t < x));
}
double MODEL(round)(double x) {
  const double m = magnitude(x), t = (double)(long)m;
  return unless_large(x, t + (double)(m - t >= 0.5));
}
/* To the nearest, ties to even: what adding and taking away 2^52 leaves. */
double MODEL(rint)(double x) { return unless_large(x, (magnitude(x) + 0x1p52) - 0x1p52); }
double MODEL(nearbyint)(double x) { return MODEL(rint)(x); }
double MODEL(roundeven)(double x) { return MODEL(rint)(x); }

double MODEL(copysign)(double x, double sign) { return with_sign(x, sign); }
/* The other one if one is no number; of equal ones the library's choice. */
double MODEL(fmin)(double x, double y) { return either((x < y) | (y != y), x, y); }
double MODEL(fmax)(double x, double y) { return either((x > y) | (y != y), x, y); }
double MODEL(fdim)(double x, double y) { return either(x <= y, 0, x - y); }

/* Every float is a double, and so is what comes of it. */
float MODEL(truncf)(float x) { return (float)MODEL(trunc)(x); }
float MODEL(floorf)(float x) { return (float)MODEL(floor)(x); }
float MODEL(ceilf)(float x) { return (float)MODEL(ceil)(x); }
float MODEL(roundf)(float x) { return (float)MODEL(round)(x); }
float MODEL(rintf)(float x) { return (float)MODEL(rint)(x); }
float MODEL(nearbyintf)(float x) { return (float)MODEL(rint)(x); }
float MODEL(roundevenf)(float x) { return (float)MODEL(rint)(x); }
float MODEL(copysignf)(float x, float sign) { return (float)with_sign(x, sign); }
float MODEL(fminf)(float x, float y) { return (float)MODEL(fmin)(x, y); }
float MODEL(fmaxf)(float x, float y) { return (float)MODEL(fmax)(x, y); }

long MODEL(lrint)(double x) { return (long)MODEL(rint)(x); }
long MODEL(lround)(double x) { return (long)MODEL(round)(x); }
long long MODEL(llrint)(double x) { return (long)MODEL(rint)(x); }
long long MODEL(llround)(double x) { return (long)MODEL(round)(x); }
long MODEL(lrintf)(float x) { return (long)MODEL(rint)(x); }
long MODEL(lroundf)(float x) { return (long)MODEL(round)(x); }

/* Classes, for headers that call functions instead of using the compiler's own. */
#define INFINITE 0x7ff0000000000000ull

int MODEL(__isnan)(double x) { return x != x; }
int MODEL(__isnanf)(float x) { return x != x; }
int MODEL(isnan)(double x) { return x != x; }
int MODEL(__isinf)(double x) { return (x == __builtin_inf()) - (x == -__builtin_inf()); }
int MODEL(__isinff)(float x) { return MODEL(__isinf)(x); }
int MODEL(isinf)(double x) { return MODEL(__isinf)(x); }
int MODEL(__finite)(double x) { return (bits_of(x) & ~SIGN) < INFINITE; }
int MODEL(__finitef)(float x) { return MODEL(__finite)(x); }
int MODEL(finite)(double x) { return MODEL(__finite)(x); }
int MODEL(__signbit)(double x) { return (int)(bits_of(x) >> 63 << 7); }
int MODEL(__signbitf)(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return (int)(bits >> 31 << 3);
}

/* FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL are 0 to 4. */
static int class_of(uint64_t magnitude, uint64_t infinite, uint64_t normal) {
  return (magnitude <= infinite) + (magnitude < infinite) * 3 - (magnitude < normal) - (magnitude == 0);
}
int MODEL(__fpclassify)(double x) { return class_of(bits_of(x) & ~SIGN, INFINITE, 0x0010000000000000ull); }
int MODEL(__fpclassifyf)(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return class_of(bits & 0x7fffffff, 0x7f800000, 0x00800000);
}
