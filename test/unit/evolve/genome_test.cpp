// Values, their order, and what the operators make of them.
#include "evolve/genome.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "evolve/operators.h"

namespace espalier::evolve {
namespace {

constexpr Gene int8{Gene::Kind::Integer, 8, true}, uint8{Gene::Kind::Integer, 8, false};
constexpr Gene int32{Gene::Kind::Integer, 32, true}, real{Gene::Kind::Float, 64, true};
constexpr Gene single{Gene::Kind::Float, 32, true};

TEST(Keys, AreInTheOrderOfTheValues) {
  EXPECT_LT(key_of(int8, 0x80), key_of(int8, 0xff));
  EXPECT_LT(key_of(int8, 0xff), key_of(int8, 0));
  EXPECT_LT(key_of(uint8, 0x7f), key_of(uint8, 0xff));
  const double numbers[] = {-INFINITY, -1e9, -1.5, -1e-300, 0.0, 1e-300, 1.0, 1e9, INFINITY};
  const auto key = [](double x) { return key_of(real, std::bit_cast<std::uint64_t>(x)); };
  EXPECT_TRUE(std::ranges::is_sorted(numbers, {}, key));
  EXPECT_EQ(key(0.0) - key(-0.0), 1u);
}

TEST(Keys, AreTurnedBack) {
  for (const Gene& gene : {int8, uint8})
    for (std::uint64_t value = 0; value < 256; ++value) EXPECT_EQ(value_of(gene, key_of(gene, value)), value);
  Rng rng(3);
  for (int i = 0; i < 1'000; ++i) {
    const std::uint64_t bits = rng.next();
    EXPECT_EQ(value_of(real, key_of(real, bits)), bits);
    EXPECT_EQ(value_of(single, key_of(single, bits >> 32)), bits >> 32);
  }
}

TEST(Operators, StayInsideTheDomain) {
  const Genome genome{int8, uint8, int32, real, single, {Gene::Kind::Choice, 8, false}};
  const Constants constants{{5, 100, -7}, {2.5, -1e10}};
  Domain domain = Domain::whole(genome);
  const auto real_key = [](double x) { return key_of(real, std::bit_cast<std::uint64_t>(x)); };
  domain.ranges[0] = {key_of(int8, 0xf0), key_of(int8, 3)};  // -16 .. 3
  domain.ranges[2] = {key_of(int32, 10), key_of(int32, 10'000)};
  domain.ranges[3] = {real_key(-2.0), real_key(1e6)};
  domain.ranges[5] = {0, 1};
  Rng rng(5);
  for (const Constants* known : {static_cast<const Constants*>(nullptr), &constants}) {
    const Operators operators(genome, known);
    Population all(genome.size(), 4);
    for (int i = 0; i < 5'000; ++i) {
      for (std::size_t n = 0; n < 3; ++n) operators.draw(domain, all[n], rng);
      ASSERT_TRUE(domain.contains(genome, all[0])) << i;
      operators.mutate(domain, all[0], rng);
      ASSERT_TRUE(domain.contains(genome, all[0])) << i;
      operators.differ(domain, all[0], all[1], all[2], all[3], rng);
      ASSERT_TRUE(domain.contains(genome, all[3])) << i;
    }
  }
}

TEST(Operators, LeaveWhatIsFrozenAsItIs) {
  const Genome genome{int32, int32};
  Domain domain = Domain::whole(genome);
  domain.frozen[1] = true;
  const Constants constants;
  const Operators operators(genome, &constants);
  Rng rng(5);
  std::vector<std::uint64_t> x{1, 42}, child(2);
  for (int i = 0; i < 1'000; ++i) {
    operators.mutate(domain, x, rng);
    EXPECT_EQ(x[1], 42u);
    operators.differ(domain, x, std::vector<std::uint64_t>{9, 9}, std::vector<std::uint64_t>{7, 77}, child,
                     rng);
    EXPECT_EQ(child[1], 42u);
  }
}

TEST(Operators, CrossAtOnePointOfTheBitString) {
  const Genome genome{int8, int8, int8};
  const Operators operators(genome, nullptr);
  Rng rng(5);
  const std::vector<std::uint64_t> a{0xff, 0xff, 0xff}, b{0, 0, 0};
  std::vector<std::uint64_t> child(3);
  std::vector<bool> points(25);
  for (int i = 0; i < 1'000; ++i) {
    operators.cross(a, b, child, rng);
    const std::uint64_t bits = child[0] | child[1] << 8 | child[2] << 16;
    EXPECT_EQ(bits & (bits + 1), 0u);  // ones below, zeros above
    points[static_cast<std::size_t>(std::popcount(bits))] = true;
  }
  EXPECT_EQ(std::ranges::count(points, true), 25);
}

TEST(Operators, DifferByHalfOfTheDifference) {
  const Genome genome{int32, real};
  const Operators operators(genome, nullptr);
  const Domain domain = Domain::whole(genome);
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  const std::vector<std::uint64_t> a{100, bits(1.0)}, b{10, bits(5.0)}, c{30, bits(2.0)};
  std::vector<std::uint64_t> child(2);
  Rng rng(1);
  bool changed[2] = {}, kept[2] = {};
  for (int i = 0; i < 100; ++i) {
    operators.differ(domain, a, b, c, child, rng);
    EXPECT_TRUE(child[0] == 100 || child[0] == 90) << child[0];
    EXPECT_TRUE(child[1] == bits(1.0) || child[1] == bits(2.5));
    for (int n : {0, 1})
      (child[static_cast<std::size_t>(n)] == a[static_cast<std::size_t>(n)] ? kept : changed)[n] = true;
  }
  EXPECT_TRUE(changed[0] && changed[1] && kept[0] && kept[1]);
}

}  // namespace
}  // namespace espalier::evolve
