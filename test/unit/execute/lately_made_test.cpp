#include "execute/lately_made.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "execute/translate.h"

namespace espalier::execute {
namespace {

using expr::Expr;

esp_node node(esp_op op, std::uint32_t a, std::uint32_t b, std::uint64_t k) {
  return {.op = static_cast<std::uint8_t>(op),
          .bits = 32,
          .unused = 0,
          .a = a,
          .b = b,
          .c = 0,
          .k = k,
          .value = 0};
}

struct LatelyMadeTest : testing::Test {
  expr::Pool pool;
  LatelyMade made;
  std::vector<Expr> terms{Expr{}, pool.input(0, 32), pool.input(1, 32)};  // by label
};

TEST_F(LatelyMadeTest, MakesWhatTranslationMakesWhateverItHasForgotten) {
  constexpr std::uint64_t more_than_it_holds = 100'000;
  const std::vector<std::uint64_t> hashes{0, 1, 2};
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t k = 1; k < more_than_it_holds; ++k) {
      const esp_node sum = node(ESP_OP_Add, 1, 0, k);
      ASSERT_EQ(made.term_of(pool, sum, LatelyMade::hash_of(sum, hashes), terms),
                translate(pool, sum, terms));
    }
}

TEST_F(LatelyMadeTest, NodesWithOneHashAreNotConfused) {
  constexpr std::uint64_t hash = 7;
  const std::vector<esp_node> all{node(ESP_OP_Add, 1, 2, 0), node(ESP_OP_Sub, 1, 2, 0),
                                  node(ESP_OP_Sub, 2, 1, 0), node(ESP_OP_Sub, 2, 0, 5),
                                  node(ESP_OP_Sub, 0, 2, 5)};
  for (const esp_node& each : all)
    EXPECT_EQ(made.term_of(pool, each, hash, terms), translate(pool, each, terms));
}

TEST_F(LatelyMadeTest, TheSameLabelsStandForOtherTermsInAnotherRun) {
  const esp_node difference = node(ESP_OP_Sub, 1, 2, 0);
  const Expr before = made.term_of(pool, difference, 7, terms);
  std::swap(terms[1], terms[2]);
  EXPECT_NE(made.term_of(pool, difference, 7, terms), before);
}

TEST_F(LatelyMadeTest, HashesTellWhatOperandsAreMadeOf) {
  const esp_node difference = node(ESP_OP_Sub, 1, 2, 0);
  const auto hash = [&](std::vector<std::uint64_t> hashes) {
    return LatelyMade::hash_of(difference, hashes);
  };
  EXPECT_EQ(hash({0, 5, 6}), hash({9, 5, 6})) << "label 0 is no node";
  EXPECT_NE(hash({0, 5, 6}), hash({0, 6, 5}));
  EXPECT_NE(hash({0, 5, 6}), hash({0, 5, 7}));
}

TEST_F(LatelyMadeTest, OperandsThatAreNotThereMakeNoSense) {
  const esp_node broken = node(ESP_OP_Add, 1, 1000, 0);
  EXPECT_FALSE(made.term_of(pool, broken, LatelyMade::hash_of(broken, {}), terms));
}

}  // namespace
}  // namespace espalier::execute
