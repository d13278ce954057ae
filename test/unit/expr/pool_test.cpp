#include <gtest/gtest.h>

#include "base/rng.h"
#include "expr/evaluate.h"
#include "expr/expr.h"

namespace espalier::expr {
namespace {

TEST(Pool, MakesEqualTermsOnce) {
  Pool pool;
  const Expr x = pool.input(0, 32);
  EXPECT_EQ(pool.input(0, 32), x);
  EXPECT_NE(pool.input(0, 16), x);
  EXPECT_NE(pool.input(1, 32), x);
  EXPECT_EQ(pool.constant(0x1'0000'0005, 32), pool.constant(5, 32)) << "constants fit their width";
  EXPECT_EQ(pool.binary(Op::Mul, x, pool.constant(3, 32)), pool.binary(Op::Mul, x, pool.constant(3, 32)));
}

TEST(Pool, FindsEveryTermAgainAfterGrowing) {
  Pool pool;
  const Expr x = pool.input(0, 64);
  std::vector<Expr> made;
  for (std::uint64_t i = 0; i < 200'000; ++i)
    made.push_back(pool.binary(Op::Mul, x, pool.constant((i + 2) * 0x9e37'79b9, 64)));
  const std::size_t size = pool.size();
  for (std::uint64_t i = 0; i < 200'000; ++i)
    ASSERT_EQ(pool.binary(Op::Mul, x, pool.constant((i + 2) * 0x9e37'79b9, 64)), made[i]);
  EXPECT_EQ(pool.size(), size);
}

TEST(Pool, KeepsOperandsOlderThanTheirTerm) {
  Pool pool;
  Rng rng(7);
  std::vector<Expr> terms{pool.input(0, 32), pool.input(1, 32)};
  for (int i = 0; i < 5000; ++i)
    terms.push_back(pool.binary(i % 2 != 0 ? Op::Add : Op::Xor, terms[rng.below(terms.size())],
                                terms[rng.below(terms.size())]));
  for (std::uint32_t id = 1; id < pool.size(); ++id)
    for (const Expr operand : pool[Expr{id}].operands) EXPECT_LT(operand.id, id);
}

TEST(Pool, KnowsEveryOperator) {
  EXPECT_EQ(info(Op::Const).name, "Const");
  EXPECT_EQ(info(Op::SRem).text, "%");
  EXPECT_EQ(info(Op::Select).operands, 3);
  EXPECT_EQ(info(Op::FToS).name, "FToS");
}

TEST(Evaluator, ForgetsThePreviousInput) {
  Pool pool;
  const Expr sum = pool.binary(Op::Add, pool.input(0, 8), pool.input(3, 8));
  Evaluator evaluate(pool);
  const Input first{{250, 0, 0, 10}};
  evaluate.reset(first);
  EXPECT_EQ(evaluate(sum), 4U);
  const Input second{{7}};
  evaluate.reset(second);
  EXPECT_EQ(evaluate(sum), 7U) << "variables past the end are 0";
}

TEST(Evaluator, SeesTermsMadeAfterIt) {
  Pool pool;
  Evaluator evaluate(pool);
  const Input input{{3}};
  evaluate.reset(input);
  EXPECT_EQ(evaluate(pool.input(0, 8)), 3U);
  EXPECT_EQ(evaluate(pool.binary(Op::Mul, pool.input(0, 8), pool.constant(5, 8))), 15U);
}

TEST(Evaluator, WalksTermsAsDeepAsALongLoop) {
  Pool pool;
  Expr sum = pool.input(0, 32);
  for (std::uint32_t i = 1; i <= 1'000'000; ++i)
    sum = pool.binary(Op::Xor, pool.binary(Op::Mul, sum, pool.constant(5, 32)), pool.input(i % 7, 32));
  Evaluator evaluate(pool);
  const Input input{{1, 2, 3, 4, 5, 6, 7}};
  std::uint32_t expected = 1;
  for (std::uint32_t i = 1; i <= 1'000'000; ++i) expected = expected * 5 ^ (i % 7 + 1);
  evaluate.reset(input);
  EXPECT_EQ(evaluate(sum), expected);
  EXPECT_EQ(variables_of(pool, sum).size(), 7U);
  EXPECT_LT(to_text(pool, sum).size(), 10'000U);
}

TEST(Variables, AreAscendingAndListedOnce) {
  Pool pool;
  const Expr a = pool.input(9, 32), b = pool.input(2, 32);
  const Expr e = pool.binary(Op::Slt, pool.binary(Op::Add, a, b), pool.binary(Op::Mul, a, a));
  EXPECT_EQ(variables_of(pool, e), (std::vector<std::uint32_t>{2, 9}));
  EXPECT_TRUE(variables_of(pool, pool.constant(1, 8)).empty());
}

TEST(Text, ReadsLikeC) {
  Pool pool;
  const Expr x = pool.input(0, 32), y = pool.input(1, 32), f = pool.input(2, 64);
  const auto c = [&](std::int64_t v) { return pool.constant(static_cast<std::uint64_t>(v), 32); };
  EXPECT_EQ(to_text(pool, pool.binary(Op::Slt, pool.binary(Op::Add, x, c(1)), y)), "(x0 + 1) < x1");
  EXPECT_EQ(to_text(pool, pool.binary(Op::Sub, x, c(3)), {"width"}), "width - 3");
  EXPECT_EQ(to_text(pool, pool.binary(Op::Slt, x, c(-5))), "x0 < -5");
  EXPECT_EQ(to_text(pool, pool.binary(Op::Ult, x, c(-5))), "x0 <u 4294967291");
  EXPECT_EQ(to_text(pool, pool.binary(Op::FLt, f, pool.constant(0x3ff8'0000'0000'0000, 64))), "x2 f< 1.5");
  EXPECT_EQ(to_text(pool, pool.negate(pool.binary(Op::FEq, f, f))), "x2 funo x2");
  EXPECT_EQ(to_text(pool, pool.extract(x, 8, 8)), "x0[8..15]");
  EXPECT_EQ(to_text(pool, pool.select(pool.binary(Op::Eq, x, y), x, c(2))), "(x0 == x1) ? x0 : 2");
  EXPECT_EQ(to_text(pool, pool.unary(Op::SExt, x, 64)), "sext64(x0)");
}

}  // namespace
}  // namespace espalier::expr
