// Domain reduction against brute force on inputs of 8 bits.
#include "evolve/domain.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "expr/evaluate.h"

namespace espalier::evolve {
namespace {

using expr::Expr;
using expr::Op;
using expr::Pool;

constexpr Gene int8{Gene::Kind::Integer, 8, true}, uint8{Gene::Kind::Integer, 8, false};

bool holds(const Pool& pool, const std::vector<Expr>& conditions, const Input& input) {
  expr::Evaluator evaluate(pool);
  evaluate.reset(input);
  for (const Expr condition : conditions)
    if (evaluate(condition) == 0) return false;
  return true;
}

/// A comparison of small terms of two inputs.
Expr random_condition(Pool& pool, Rng& rng) {
  const auto operand = [&]() -> Expr {
    const Expr x = pool.input(static_cast<std::uint32_t>(rng.below(2)), 8);
    const Expr k = pool.constant(rng.below(256), 8);
    constexpr Op ops[] = {Op::Add, Op::Sub, Op::Mul, Op::And, Op::Xor, Op::UDiv};
    switch (rng.below(3)) {
      case 0:
        return x;
      case 1:
        return k;
      default:
        return pool.binary(ops[rng.below(std::size(ops))], x, rng.coin() ? k : pool.input(1, 8));
    }
  };
  constexpr Op comparisons[] = {Op::Eq, Op::Ne, Op::Slt, Op::Sle, Op::Ult, Op::Ule};
  return pool.binary(comparisons[rng.below(std::size(comparisons))], operand(), operand());
}

TEST(DomainReduction, KeepsEveryInputThatMeetsTheConditions) {
  Rng rng(11);
  int narrowed = 0, empty = 0;
  for (int round = 0; round < 150; ++round) {
    Pool pool;
    const Genome genome{rng.coin() ? int8 : uint8, rng.coin() ? int8 : uint8};
    std::vector<Expr> conditions;
    for (std::uint64_t i = 0; i <= rng.below(3); ++i) conditions.push_back(random_condition(pool, rng));
    const Domain whole = Domain::whole(genome);
    const Domain reduced = reduce(pool, conditions, genome, whole);
    narrowed += reduced != whole;
    empty += reduced.ranges.empty();
    for (std::uint64_t a = 0; a < 256; ++a)
      for (std::uint64_t b = 0; b < 256; ++b) {
        if (!holds(pool, conditions, {{a, b}})) continue;
        ASSERT_FALSE(reduced.ranges.empty()) << round;
        ASSERT_TRUE(reduced.contains(genome, std::vector{a, b})) << round << ": " << a << ", " << b;
      }
  }
  EXPECT_GT(narrowed, 50);  // and it does something
  EXPECT_GT(empty, 0);
}

TEST(DomainReduction, FindsTheBoundsOfSimpleConditions) {
  Pool pool;
  const Expr x = pool.input(0, 8), y = pool.input(1, 8);
  const Genome genome{int8, int8};
  // 3 < x, x < y, y <= 20
  const std::vector<Expr> conditions{pool.binary(Op::Slt, pool.constant(3, 8), x), pool.binary(Op::Slt, x, y),
                                     pool.binary(Op::Sle, y, pool.constant(20, 8))};
  const Domain reduced = reduce(pool, conditions, genome, Domain::whole(genome));
  ASSERT_EQ(reduced.ranges.size(), 2u);
  EXPECT_EQ(value_of(int8, reduced.ranges[0].low), 4u);
  EXPECT_EQ(value_of(int8, reduced.ranges[0].high), 19u);
  EXPECT_EQ(value_of(int8, reduced.ranges[1].low), 5u);
  EXPECT_EQ(value_of(int8, reduced.ranges[1].high), 20u);
}

TEST(DomainReduction, NamesTheVariablesOfTerms) {
  Pool pool;
  const std::vector<Expr> terms{pool.binary(Op::Slt, pool.input(2, 8), pool.input(0, 8))};
  EXPECT_EQ(variables_of(pool, terms, 4), (std::vector<bool>{true, false, true, false}));
}

}  // namespace
}  // namespace espalier::evolve
