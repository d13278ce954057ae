#include <cmath>
#include <limits>
#include <vector>

#include "models.h"

extern "C" {
double esp_libc_trunc(double), esp_libc_floor(double), esp_libc_ceil(double), esp_libc_round(double),
    esp_libc_rint(double), esp_libc_fmin(double, double), esp_libc_fmax(double, double),
    esp_libc_fdim(double, double);
float esp_libc_truncf(float), esp_libc_floorf(float), esp_libc_ceilf(float), esp_libc_roundf(float),
    esp_libc_rintf(float), esp_libc_fminf(float, float), esp_libc_fmaxf(float, float);
long esp_libc_lrint(double), esp_libc_lround(double);
int esp_libc___isinf(double), esp_libc___isnan(double), esp_libc___finite(double),
    esp_libc___fpclassify(double), esp_libc___fpclassifyf(float), esp_libc___signbit(double),
    esp_libc___signbitf(float);
int __isinf(double), __finite(double), __fpclassify(double), __fpclassifyf(float), __signbit(double),
    __signbitf(float);
}

namespace espalier::test {
namespace {

template <class Float>
std::vector<Float> samples() {
  using limits = std::numeric_limits<Float>;
  std::vector<Float> values;
  for (const double base :
       {0.0, 0.25, 0.49999999999999994, 0.5, 0.75, 1.0, 1.5, 2.5, 3.5, 1e3, 8388607.5, 8388608.0,
        4503599627370495.5, 4503599627370496.0, 9007199254740993.0, 1e19, 1e300})
    for (const double sign : {1.0, -1.0}) values.push_back(static_cast<Float>(sign * base));
  for (const Float special :
       {limits::infinity(), -limits::infinity(), limits::quiet_NaN(), -limits::quiet_NaN(),
        limits::denorm_min(), -limits::denorm_min(), limits::min(), limits::max()})
    values.push_back(special);
  Rng rng(12);
  for (int i = 0; i < 2000; ++i)
    values.push_back(
        static_cast<Float>((static_cast<double>(rng.next()) - 0x1p63) / std::pow(2.0, rng.below(80))));
  return values;
}

/// The same bits; any not-a-number is like another.
template <class Float>
bool same(Float a, Float b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

TEST(RoundingModels, RoundEveryWayAsTheLibraryDoes) {
  for (const double x : samples<double>()) {
    volatile double v = x;
    EXPECT_TRUE(same(esp_libc_trunc(x), std::trunc(v))) << x;
    EXPECT_TRUE(same(esp_libc_floor(x), std::floor(v))) << x;
    EXPECT_TRUE(same(esp_libc_ceil(x), std::ceil(v))) << x;
    EXPECT_TRUE(same(esp_libc_round(x), std::round(v))) << x << ' ' << esp_libc_round(x);
    EXPECT_TRUE(same(esp_libc_rint(x), std::rint(v))) << x;
    EXPECT_EQ(esp_libc_lrint(x), std::lrint(v)) << x;
    EXPECT_EQ(esp_libc_lround(x), std::lround(v)) << x;
    EXPECT_EQ(esp_libc___isinf(x), __isinf(v)) << x;
    EXPECT_EQ(esp_libc___isnan(x) != 0, std::isnan(v)) << x;
    EXPECT_EQ(esp_libc___finite(x) != 0, __finite(v) != 0) << x;
    EXPECT_EQ(esp_libc___fpclassify(x), __fpclassify(v)) << x;
    EXPECT_EQ(esp_libc___signbit(x), __signbit(v)) << x;
  }
  for (const float x : samples<float>()) {
    volatile float v = x;
    EXPECT_TRUE(same(esp_libc_truncf(x), std::trunc(v))) << x;
    EXPECT_TRUE(same(esp_libc_floorf(x), std::floor(v))) << x;
    EXPECT_TRUE(same(esp_libc_ceilf(x), std::ceil(v))) << x;
    EXPECT_TRUE(same(esp_libc_roundf(x), std::round(v))) << x;
    EXPECT_TRUE(same(esp_libc_rintf(x), std::rint(v))) << x;
    EXPECT_EQ(esp_libc___fpclassifyf(x), __fpclassifyf(v)) << x;
    EXPECT_EQ(esp_libc___signbitf(x), __signbitf(v)) << x;
  }
}

TEST(RoundingModels, ChooseTheLessAndTheGreaterAsTheLibraryDoesAlsoForZerosOfBothSigns) {
  const std::vector<double> values{0.0,
                                   -0.0,
                                   1.0,
                                   -1.0,
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::nan("")};
  double (*volatile least)(double, double) = std::fmin;
  double (*volatile most)(double, double) = std::fmax;
  double (*volatile difference)(double, double) = std::fdim;
  float (*volatile least_float)(float, float) = fminf;
  float (*volatile most_float)(float, float) = fmaxf;
  for (const double x : values)
    for (const double y : values) {
      EXPECT_TRUE(same(esp_libc_fmin(x, y), least(x, y))) << x << ' ' << y;
      EXPECT_TRUE(same(esp_libc_fmax(x, y), most(x, y))) << x << ' ' << y;
      EXPECT_TRUE(same(esp_libc_fdim(x, y), difference(x, y))) << x << ' ' << y;
      const auto a = static_cast<float>(x), b = static_cast<float>(y);
      EXPECT_TRUE(same(esp_libc_fminf(a, b), least_float(a, b))) << x << ' ' << y;
      EXPECT_TRUE(same(esp_libc_fmaxf(a, b), most_float(a, b))) << x << ' ' << y;
    }
}

}  // namespace
}  // namespace espalier::test
