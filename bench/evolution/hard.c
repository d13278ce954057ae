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

static double horner(const double c[5], double x) {
  double p = 0;
  for (int i = 4; i >= 0; i--) p = p * x + c[i];
  return p;
}

int root(uint32_t key, const double c[5]) {
  int changes = 0, positive = 0;
  for (int i = 0; i < 5; i++)
    if (!(fabs(c[i]) > 0.001 && fabs(c[i]) < 50)) return 0;
  for (int i = 0; i < 25; i++) {
    const int now = horner(c, (i - 12) / 4.0) > 0;
    if (i > 0 && now != positive) changes++;
    positive = now;
  }
  if (changes == 4) return opens(key, 1) ? 1 : 2;
  if (changes == 0) return 3;
  return 4;
}

static int escape(double re, double im) {
  double x = 0, y = 0;
  int steps = 0;
  while (steps < 60 && x * x + y * y < 4) {
    const double t = x * x - y * y + re;
    y = 2 * x * y + im;
    x = t;
    steps++;
  }
  return steps;
}

int orbit(uint32_t key, double re, double im) {
  if (!(re > -2 && re < 0.5 && im > -1.2 && im < 1.2)) return 0;
  const int here = escape(re, im), there = escape(im, re);
  if (here == 60 && there == 60) return 1;
  if (here - there == 29) return opens(key, 40) ? 2 : 3;
  return 4;
}

static int rounds_to_root(double number) {
  double guess = 1;
  int rounds = 0;
  while (fabs(guess * guess * guess - number) > 1e-9 * number && rounds < 40) {
    guess = (2 * guess + number / (guess * guess)) / 3;
    rounds++;
  }
  return rounds;
}

int newton(uint32_t key, const double numbers[4]) {
  int rounds = 0, most = 0;
  for (int i = 0; i < 4; i++) {
    if (!(numbers[i] > 0 && numbers[i] < 1e6)) return 0;
    const int now = rounds_to_root(numbers[i]);
    rounds += now;
    if (now > most) most = now;
  }
  if (rounds == 41 && most < 13) return opens(key, 9) ? 1 : 2;
  if (rounds < 16) return 3;
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

int factors(uint32_t key, uint32_t a, uint32_t b) {
  if (a < 1000 || b < 1000) return 0;
  uint64_t n = (uint64_t)a * b;
  int sevens = 0, digits = 0;
  while (n != 0) {
    if (n % 10 == 7) sevens++;
    digits++;
    n /= 10;
  }
  if (sevens >= 9) return opens(key, 11) ? 1 : 2;
  if (sevens == 0 && digits == 19) return 3;
  return 4;
}

int cubes(uint32_t key, int a, int b, int c) {
  if (a < 0 || b < 0 || c < 0 || a > 2000 || b > 2000 || c > 2000) return 0;
  const long long sum = (long long)a * a * a + (long long)b * b * b - (long long)c * c * c;
  if (sum > -1000 && sum < 1000 && a > 100 && b > 100) return 1;
  if (opens(key, 12) && sum > 7900000000ll) return 2;
  return 3;
}

int ratio(uint32_t key, unsigned a, unsigned b) {
  if (a < 1000 || b < 1000) return 0;
  uint64_t quotient = (uint64_t)a * a / b;
  int threes = 0, last = 0, repeated = 0;
  while (quotient != 0) {
    const int digit = (int)(quotient % 7);
    if (digit == 3) threes++;
    if (digit == last) repeated++;
    last = digit;
    quotient /= 7;
  }
  if (threes >= 7) return opens(key, 13) ? 1 : 2;
  if (repeated > 8) return 3;
  return 4;
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

int polynomial(uint32_t key, int x, int y, int z) {
  if (x < -5000 || x > 5000 || y < -5000 || y > 5000 || z < -5000 || z > 5000) return 0;
  const long long p = (long long)x * x * y - 3ll * x * z * y + 5ll * x * z - 7ll * y;
  const long long q = (long long)z * z * z - 2ll * x * y * z + 11ll * y * y;
  if (p > 1234000 && p < 1235000 && q > 5678000 && q < 5680000) return opens(key, 15) ? 1 : 2;
  if (p == q && p > 1000) return 3;
  return 4;
}

/* ---- hashes ------------------------------------------------------------------------------------------- */

int checksum(uint32_t key, const unsigned char text[16]) {
  unsigned a = 1, b = 0, letters = 0;
  for (int i = 0; i < 16; i++) {
    a = (a + text[i]) % 65521;
    b = (b + a) % 65521;
    if ((text[i] | 32) >= 'a' && (text[i] | 32) <= 'z') letters++;
  }
  if (letters < 12) return 0;
  if (a * b % 10007 < 4) return opens(key, 16) ? 1 : 2;
  return 3;
}

int bucket(uint32_t key, const unsigned short names[8]) {
  int count[32] = {0}, longest = 0, used = 0;
  for (int i = 0; i < 8; i++) {
    const uint32_t hash = (names[i] * 40503u ^ names[i] >> 3) % 32;
    if (count[hash]++ == 0) used++;
    if (count[hash] > longest) longest = count[hash];
    for (int j = 0; j < i; j++)
      if (names[i] == names[j]) return 0;
  }
  if (longest == 6) return opens(key, 17) ? 1 : 2;
  if (used == 8) return 3;
  return 4;
}

int walk(uint32_t key, const unsigned char steps[20]) {
  int x = 0, y = 0, turns = 0;
  for (int i = 0; i < 20; i++) {
    switch (steps[i] % 4) {
      case 0: x++; break;
      case 1: x--; break;
      case 2: y++; break;
      default: y--; break;
    }
    if (i > 0 && steps[i] % 4 != steps[i - 1] % 4) turns++;
  }
  if (turns == 19 && x * y == -24) return opens(key, 18) ? 1 : 2;
  if (turns < 5 && x == y) return 3;
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

int letters(uint32_t key, const char text[12]) {
  double weight = 0;
  int vowels = 0;
  for (int i = 0; i < 12; i++) {
    if (text[i] < 'a' || text[i] > 'z') return 0;
    if (text[i] == 'a' || text[i] == 'e' || text[i] == 'o') vowels++;
    weight += log(text[i]) * (i + 1);
  }
  if (vowels != 6) return 1;
  if (weight > 365 && weight < 365.01) return opens(key, 20) ? 2 : 3;
  return 4;
}
