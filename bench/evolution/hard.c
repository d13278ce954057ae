/* Twenty functions on which one half of the search gives up: the solver on products, floating point, library
 * functions and hashes; evolution on comparisons that tell nothing about how near they are. */
#include <math.h>
#include <stdint.h>
#include <string.h>

/* What only solving inverts: every bit of the answer depends on every bit of the key. */
static uint32_t mix(uint32_t key) {
  key ^= key >> 16;
  key *= 0x7feb352du;
  key ^= key >> 15;
  key *= 0x846ca68bu;
  key ^= key >> 16;
  return key;
}

static int opens(uint32_t key, uint32_t lock) { return mix(key) == lock; }

/* ---- library functions of <math.h>, which the solver does not see through ------------------------- */

int wave(uint32_t key, double x) {
  if (!opens(key, 0x12345678u)) return 0;
  if (!(x > 0 && x < 10)) return 1;
  if (sin(x) > 0.9999) return 2;
  if (cos(x) < -0.9999) return 3;
  return 4;
}

int growth(uint32_t key, double rate, double time) {
  if (!(rate > 0.01 && rate < 2)) return 0;
  if (!(time > 1 && time < 100)) return 1;
  const double size = exp(rate * time);
  if (size > 1000 && size < 1001) return 2;
  if (!opens(key, 77)) return 3;
  if (size < 1.2) return 4;
  return 5;
}

int decibel(uint32_t key, double power) {
  if (!opens(key, 0xdecafu)) return 0;
  if (!(power > 0)) return 1;
  const double level = 10 * log10(power);
  if (level > 30 && level < 30.5) return 2;
  if (level < -20 && level > -20.25) return 3;
  return 4;
}

int angle(uint32_t key, double x, double y) {
  if (!(fabs(x) < 1000 && fabs(y) < 1000)) return 0;
  const double a = atan2(y, x);
  if (a > 0.785 && a < 0.786) return 1;
  if (a < -3 && opens(key, 31337)) return 2;
  return 3;
}

int compound(uint32_t key, double interest, int years) {
  if (years < 2 || years > 50) return 0;
  if (!(interest > 0 && interest < 0.2)) return 1;
  const double factor = pow(1 + interest, years);
  if (factor > 2 && factor < 2.01) return 2;
  if (factor > 500) return opens(key, 500) ? 3 : 4;
  return 5;
}

int distance(uint32_t key, double x, double y) {
  if (!opens(key, 4096)) return 0;
  const double d = hypot(x - 3, y + 4);
  if (d < 0.001) return 1;
  if (d > 1e6 && d < 1.0001e6) return 2;
  return 3;
}

/* ---- floating point without library functions ------------------------------------------------------ */

int root(uint32_t key, double x) {
  if (!opens(key, 1)) return 0;
  const double p = x * x * x * x * x - 3 * x * x * x + 2 * x - 7;
  if (p > -1e-6 && p < 1e-6) return 1;
  if (p > 1e9) return 2;
  return 3;
}

int orbit(uint32_t key, double re, double im) {
  if (!(re > -2 && re < 0.5 && im > -1.2 && im < 1.2)) return 0;
  double x = 0, y = 0;
  int steps = 0;
  while (steps < 40 && x * x + y * y < 4) {
    const double t = x * x - y * y + re;
    y = 2 * x * y + im;
    x = t;
    steps++;
  }
  if (steps == 23) return 1;
  if (steps == 40) return opens(key, 40) ? 2 : 3;
  return 4;
}

int newton(uint32_t key, double number) {
  if (!opens(key, 9)) return 0;
  if (!(number > 0 && number < 1e6)) return 1;
  double guess = 1;
  int rounds = 0;
  while (fabs(guess * guess - number) > 1e-6 * number && rounds < 30) {
    guess = (guess + number / guess) / 2;
    rounds++;
  }
  if (rounds == 0) return 2;
  if (rounds == 13) return 3;
  return 4;
}

int statistics(uint32_t key, const double samples[4]) {
  double sum = 0, squares = 0;
  for (int i = 0; i < 4; i++) {
    if (!(fabs(samples[i]) < 1000)) return 0;
    sum += samples[i];
  }
  const double mean = sum / 4;
  for (int i = 0; i < 4; i++) squares += (samples[i] - mean) * (samples[i] - mean);
  const double variance = squares / 4;
  if (mean > 99 && mean < 101 && variance > 24 && variance < 26) return 1;
  if (opens(key, 600) && variance < 1e-3) return 2;
  return 3;
}

/* ---- products and other integers that are hard to solve for ---------------------------------------- */

int factors(uint32_t key, uint64_t a, uint64_t b) {
  if (a < 1000 || a > 100000 || b < 1000 || b > 100000) return 0;
  if (!opens(key, 11)) return 1;
  const uint64_t product = a * b * (a + b);
  if (product > 4000000000000000u && product < 4000100000000000u) return 2;
  return 3;
}

int cubes(uint32_t key, int a, int b, int c) {
  if (a < 0 || b < 0 || c < 0 || a > 2000 || b > 2000 || c > 2000) return 0;
  const long long sum = (long long)a * a * a + (long long)b * b * b - (long long)c * c * c;
  if (sum > -1000 && sum < 1000 && a > 100 && b > 100) return 1;
  if (opens(key, 12) && sum > 7900000000ll) return 2;
  return 3;
}

int ratio(uint32_t key, unsigned a, unsigned b) {
  if (b < 1000 || b > 100000000u || a > 100000000u) return 0;
  if (!opens(key, 13)) return 1;
  const uint64_t quotient = (uint64_t)a * a / b;
  if (quotient > 123456 && quotient < 123460) return 2;
  return 3;
}

int collatz(uint32_t key, unsigned n) {
  if (n < 2 || n > 100000) return 0;
  int steps = 0;
  uint64_t x = n;
  while (x != 1 && steps < 200) {
    x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    steps++;
  }
  if (steps > 150) return opens(key, 14) ? 1 : 2;
  return 3;
}

int polynomial(uint32_t key, int x, int y) {
  if (x < -5000 || x > 5000 || y < -5000 || y > 5000) return 0;
  const long long p = (long long)x * x * y - 3ll * x * y * y + 5ll * x - 7ll * y;
  if (p > 1234000 && p < 1235000) return opens(key, 15) ? 1 : 2;
  return 3;
}

/* ---- hashes ------------------------------------------------------------------------------------------- */

int checksum(uint32_t key, const unsigned char text[8]) {
  unsigned a = 1, b = 0;
  for (int i = 0; i < 8; i++) {
    a = (a + text[i]) % 65521;
    b = (b + a) % 65521;
  }
  if (!opens(key, 16)) return 0;
  if (b > 9000) return 1;
  if (a * b % 1009 == 7) return 2;
  return 3;
}

int bucket(uint32_t key, const unsigned char name[6]) {
  uint32_t hash = 5381;
  for (int i = 0; i < 6; i++) hash = hash * 33 + name[i];
  if (hash % 64 == 17 && (hash >> 8) % 64 == 17) return opens(key, 17) ? 1 : 2;
  return 3;
}

int walk(uint32_t key, const signed char steps[10]) {
  long x = 0, y = 0;
  for (int i = 0; i < 10; i++) {
    if (x * x + y * y > 400) return 0;
    x += steps[i] % 7;
    y += steps[i] / 16;
  }
  if (x == 20 && y == 0) return 1;
  if (x * y == 90) return opens(key, 18) ? 2 : 3;
  return 4;
}

int generator(uint32_t key, uint32_t seed) {
  uint32_t x = seed;
  int low = 0;
  for (int i = 0; i < 12; i++) {
    x = x * 1664525u + 1013904223u;
    if (x >> 28 < 4) low++;
  }
  if (low >= 8) return opens(key, 19) ? 1 : 2;
  if (low == 0) return 3;
  return 4;
}

int letters(uint32_t key, const char text[6]) {
  double weight = 0;
  for (int i = 0; i < 6; i++) {
    if (text[i] < 'a' || text[i] > 'z') return 0;
    weight += sqrt(text[i] - 'a') * (i + 1);
  }
  if (!opens(key, 20)) return 1;
  if (weight > 70 && weight < 70.01) return 2;
  return 3;
}
