#include "unit/expr/rules_fixture.h"

namespace espalier::expr {
namespace {

TEST_F(Rules, DecideComparisonsOfATermWithItself) {
  for (const Op op : {Op::Eq, Op::Ule, Op::Sle}) EXPECT_TRUE(same(make(op, x, x), yes));
  for (const Op op : {Op::Ne, Op::Ult, Op::Slt}) EXPECT_TRUE(same(make(op, x, x), no));
  EXPECT_TRUE(stays(make(Op::Eq, x, y), Op::Eq));
}

TEST_F(Rules, MakeComparisonsWithConstantsStrict) {
  EXPECT_TRUE(same(make(Op::Sle, x, c(9)), make(Op::Slt, x, c(10))));
  EXPECT_TRUE(same(make(Op::Ule, c(9), x), make(Op::Ult, c(8), x)));
  EXPECT_TRUE(same(make(Op::Sle, x, c(0x7fffffff)), yes));
  EXPECT_TRUE(same(make(Op::Ule, x, c(-1)), yes));
  EXPECT_TRUE(same(make(Op::Ule, c(0), x), yes));
  EXPECT_TRUE(same(pool.negate(make(Op::Slt, c(9), x)), make(Op::Slt, x, c(10))));
  EXPECT_TRUE(stays(make(Op::Sle, x, y), Op::Sle));
}

TEST_F(Rules, TurnComparisonsAtTheEndsOfTheOrderIntoEqualities) {
  EXPECT_TRUE(same(make(Op::Ult, x, c(0)), no));
  EXPECT_TRUE(same(make(Op::Ult, x, c(1)), make(Op::Eq, x, c(0))));
  EXPECT_TRUE(same(make(Op::Ult, c(0), x), make(Op::Ne, x, c(0))));
  EXPECT_TRUE(same(make(Op::Ult, c(-1), x), no));
  EXPECT_TRUE(same(make(Op::Slt, x, c(INT32_MIN)), no));
  EXPECT_TRUE(same(make(Op::Slt, x, c(INT32_MAX)), make(Op::Ne, x, c(INT32_MAX))));
  EXPECT_TRUE(same(make(Op::Slt, c(INT32_MAX - 1), x), make(Op::Eq, x, c(INT32_MAX))));
  EXPECT_TRUE(stays(make(Op::Slt, x, c(0)), Op::Slt));
  EXPECT_TRUE(stays(make(Op::Slt, x, c(1)), Op::Slt));
  EXPECT_TRUE(stays(make(Op::Ult, x, c(2)), Op::Ult));
}

TEST_F(Rules, CompareExtensionsInTheNarrowWidth) {
  EXPECT_TRUE(same(make(Op::Slt, zext(b8), zext(d8)), make(Op::Ult, b8, d8)));
  EXPECT_TRUE(same(make(Op::Slt, sext(b8), sext(d8)), make(Op::Slt, b8, d8)));
  EXPECT_TRUE(same(make(Op::Ult, sext(b8), sext(d8)), make(Op::Ult, b8, d8)));
  EXPECT_TRUE(same(make(Op::Eq, sext(b8), sext(s16)), make(Op::Eq, sext(b8, 16), s16)));
  EXPECT_TRUE(stays(make(Op::Slt, zext(b8), sext(d8)), Op::Slt));
  EXPECT_TRUE(stays(make(Op::Slt, zext(b8), x), Op::Slt));
}

TEST_F(Rules, CompareZeroExtensionsWithConstants) {
  EXPECT_TRUE(same(make(Op::Slt, zext(b8), c(10)), make(Op::Ult, b8, c(10, 8))));
  EXPECT_TRUE(same(make(Op::Slt, c(10), zext(b8)), make(Op::Ult, c(10, 8), b8)));
  EXPECT_TRUE(same(make(Op::Slt, zext(b8), c(256)), yes));
  EXPECT_TRUE(same(make(Op::Slt, zext(b8), c(0)), no));
  EXPECT_TRUE(same(make(Op::Slt, c(-5), zext(b8)), yes));
  EXPECT_TRUE(same(make(Op::Ult, c(255), zext(b8)), no));
  EXPECT_TRUE(same(make(Op::Slt, zext(b8), c(255)), make(Op::Ne, b8, c(255, 8))));
  EXPECT_TRUE(stays(make(Op::Slt, x, c(10)), Op::Slt));
}

TEST_F(Rules, CompareSignExtensionsWithConstants) {
  EXPECT_TRUE(same(make(Op::Slt, sext(b8), c(10)), make(Op::Slt, b8, c(10, 8))));
  EXPECT_TRUE(same(make(Op::Slt, sext(b8), c(128)), yes));
  EXPECT_TRUE(same(make(Op::Slt, sext(b8), c(-128)), no));
  EXPECT_TRUE(same(make(Op::Slt, c(127), sext(b8)), no));
  EXPECT_TRUE(same(make(Op::Slt, c(-129), sext(b8)), yes));
  EXPECT_TRUE(same(make(Op::Ult, sext(b8), c(10)), make(Op::Ult, b8, c(10, 8))));
  EXPECT_TRUE(same(make(Op::Ult, sext(b8), c(1000)), make(Op::Ult, b8, c(128, 8)))) << "not negative";
  EXPECT_TRUE(same(make(Op::Ult, sext(b8), c(-5)), make(Op::Ult, b8, c(-5, 8))));
  EXPECT_TRUE(same(make(Op::Ult, c(1000), sext(b8)), make(Op::Ult, c(127, 8), b8)));
}

TEST_F(Rules, DecideComparisonsBeyondTheLargestValue) {
  EXPECT_TRUE(same(make(Op::Slt, make(Op::And, x, c(7)), c(8)), yes));
  EXPECT_TRUE(same(make(Op::Ult, make(Op::URem, x, c(10)), c(10)), yes));
  EXPECT_TRUE(same(make(Op::Eq, make(Op::LShr, x, c(24)), c(256)), no));
  EXPECT_TRUE(same(make(Op::Ult, c(429496729), make(Op::UDiv, x, c(10))), no));
  EXPECT_TRUE(stays(make(Op::Ult, make(Op::And, x, c(7)), c(7)), Op::Ult)) << "7 is possible";
  EXPECT_TRUE(stays(make(Op::Slt, make(Op::SRem, x, c(10)), c(10)), Op::Slt));
}

TEST_F(Rules, MakeTruthValuesOutOfComparedTruthValues) {
  const Expr less = make(Op::Slt, x, y);
  EXPECT_TRUE(same(make(Op::Ne, zext(less), c(0)), less));
  EXPECT_TRUE(same(make(Op::Eq, zext(less), c(0)), pool.negate(less)));
  EXPECT_TRUE(same(make(Op::Eq, zext(less), c(1)), less));
  EXPECT_TRUE(same(make(Op::Eq, zext(less), c(2)), no));
  EXPECT_TRUE(same(make(Op::Eq, p, yes), p));
  EXPECT_TRUE(same(make(Op::Eq, p, pool.negate(p)), no));
  EXPECT_TRUE(stays(make(Op::Eq, p, q), Op::Eq));
  EXPECT_TRUE(stays(make(Op::Ne, zext(b8), c(0)), Op::Ne));
}

TEST_F(Rules, SolveEquationsWithConstants) {
  EXPECT_TRUE(same(make(Op::Eq, make(Op::Add, x, c(3)), c(10)), make(Op::Eq, x, c(7))));
  EXPECT_TRUE(same(make(Op::Ne, make(Op::Add, x, c(3)), c(10)), make(Op::Ne, x, c(7))));
  EXPECT_TRUE(same(make(Op::Eq, make(Op::Sub, c(10), x), c(4)), make(Op::Eq, x, c(6))));
  EXPECT_TRUE(same(make(Op::Eq, make(Op::Sub, x, y), c(0)), make(Op::Eq, x, y)));
  EXPECT_TRUE(same(make(Op::Eq, make(Op::Xor, x, y), c(0)), make(Op::Eq, x, y)));
  EXPECT_TRUE(same(make(Op::Eq, make(Op::Xor, x, c(5)), c(6)), make(Op::Eq, x, c(3))));
  EXPECT_TRUE(same(make(Op::Eq, make(Op::Mul, x, c(3)), c(21)), make(Op::Eq, x, c(7))));
  EXPECT_TRUE(same(make(Op::Eq, make(Op::Mul, x, c(6)), c(21)), no));
  EXPECT_TRUE(same(make(Op::Eq, make(Op::And, x, c(6)), c(1)), no));
  EXPECT_TRUE(same(make(Op::Eq, make(Op::Or, x, c(6)), c(8)), no));
  EXPECT_TRUE(same(make(Op::Eq, sext(b8), c(-3)), make(Op::Eq, b8, c(-3, 8))));
  EXPECT_TRUE(same(make(Op::Eq, sext(b8), c(200)), no));
  EXPECT_TRUE(stays(make(Op::Eq, make(Op::Sub, x, y), c(1)), Op::Eq));
  EXPECT_TRUE(stays(pool[make(Op::Eq, make(Op::Mul, x, c(6)), c(12))].operands[0], Op::Mul))
      << "two solutions and more";
  EXPECT_TRUE(stays(pool[make(Op::Eq, make(Op::And, x, c(6)), c(4))].operands[0], Op::And));
  EXPECT_TRUE(stays(pool[make(Op::Slt, make(Op::Add, x, c(3)), c(10))].operands[0], Op::Add)) << "sums wrap";
}

TEST_F(Rules, RefuteASumEqualToItsSummand) {
  EXPECT_TRUE(same(make(Op::Eq, make(Op::Add, x, c(3)), x), no));
  EXPECT_TRUE(same(make(Op::Ne, x, make(Op::Add, x, c(3))), yes));
  EXPECT_TRUE(stays(make(Op::Eq, make(Op::Add, x, c(3)), y), Op::Eq));
}

TEST_F(Rules, CompareTheConstantsOfAChoiceOfSeveral) {
  // What two symbolic stores left of a cell that held 0.
  const Expr cell = pool.select(p, c(7), pool.select(q, c(9), c(0)));
  EXPECT_TRUE(same(make(Op::Eq, cell, c(0)), make(Op::And, pool.negate(q), pool.negate(p))));
  EXPECT_TRUE(same(make(Op::Eq, cell, c(9)), make(Op::And, pool.negate(p), q)));
  EXPECT_TRUE(same(make(Op::Eq, cell, c(8)), no));
  EXPECT_TRUE(same(make(Op::Ult, c(8), cell), make(Op::And, pool.negate(p), q)));
  EXPECT_TRUE(same(make(Op::Slt, cell, c(8)), make(Op::Or, p, pool.negate(q))));
  const Expr flag = pool.select(p, c(3), zext(q));
  EXPECT_TRUE(same(make(Op::Eq, flag, c(1)), make(Op::And, pool.negate(p), q)));
  EXPECT_TRUE(stays(make(Op::Eq, pool.select(p, c(7), pool.select(q, x, c(0))), c(9)), Op::Eq));
}

TEST_F(Rules, LeaveLongChoicesOfConstantsAsTheyAre) {
  Expr cell = c(0);
  for (int i = 0; i < 9; ++i) cell = pool.select(make(Op::Eq, x, c(i)), c(100 + i), cell);
  EXPECT_TRUE(stays(make(Op::Eq, cell, c(104)), Op::Eq));
  EXPECT_FALSE(stays(make(Op::Eq, pool[cell].operands[2], c(104)), Op::Eq));
}

TEST_F(Rules, CompareChoicesBetweenConstants) {
  const Expr choice = pool.select(p, c(3), c(5));
  EXPECT_TRUE(same(make(Op::Eq, choice, c(3)), p));
  EXPECT_TRUE(same(make(Op::Eq, choice, c(5)), pool.negate(p)));
  EXPECT_TRUE(same(make(Op::Eq, choice, c(4)), no));
  EXPECT_TRUE(same(make(Op::Slt, choice, c(4)), p));
  EXPECT_TRUE(same(make(Op::Slt, c(4), choice), pool.negate(p)));
  EXPECT_TRUE(same(make(Op::Slt, choice, c(6)), yes));
  EXPECT_TRUE(stays(make(Op::Slt, pool.select(p, x, c(5)), c(6)), Op::Slt));
}

TEST_F(Rules, CompareConcatenationsWithConstants) {
  const Expr high = make(Op::Concat, c(0x12, 8), b8);
  EXPECT_TRUE(same(make(Op::Eq, high, c(0x1234, 16)), make(Op::Eq, b8, c(0x34, 8))));
  EXPECT_TRUE(same(make(Op::Eq, high, c(0x1334, 16)), no));
  EXPECT_TRUE(
      same(make(Op::Eq, make(Op::Concat, b8, c(0x34, 8)), c(0x1234, 16)), make(Op::Eq, b8, c(0x12, 8))));
  EXPECT_TRUE(stays(make(Op::Eq, make(Op::Concat, b8, d8), c(0x1234, 16)), Op::Eq));
}

}  // namespace
}  // namespace espalier::expr
