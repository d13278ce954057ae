#include "unit/expr/rules_fixture.h"

namespace espalier::expr {
namespace {

TEST_F(Rules, FoldConstants) {
  EXPECT_TRUE(same(make(Op::Add, c(2), c(3)), c(5)));
  EXPECT_TRUE(same(make(Op::Slt, c(-1), c(0)), yes));
  EXPECT_TRUE(stays(make(Op::Add, x, c(3)), Op::Add));
}

TEST_F(Rules, PutConstantsRightAndOlderTermsLeftOfCommutativeOperators) {
  EXPECT_TRUE(same(make(Op::Add, c(3), x), make(Op::Add, x, c(3))));
  EXPECT_TRUE(same(make(Op::Mul, y, x), make(Op::Mul, x, y)));
  EXPECT_FALSE(same(make(Op::Sub, y, x), make(Op::Sub, x, y)));
  EXPECT_FALSE(same(make(Op::Slt, y, x), make(Op::Slt, x, y)));
  EXPECT_FALSE(same(make(Op::FAdd, f, g), make(Op::FAdd, g, f))) << "the first NaN decides the bits";
}

TEST_F(Rules, DropZeroFromSums) {
  EXPECT_TRUE(same(make(Op::Add, x, c(0)), x));
  EXPECT_TRUE(same(make(Op::Sub, x, c(0)), x));
  EXPECT_TRUE(stays(make(Op::Add, x, c(1)), Op::Add));
  EXPECT_TRUE(stays(make(Op::Sub, c(0), x), Op::Sub));
}

TEST_F(Rules, JoinConstantsOfSums) {
  EXPECT_TRUE(same(make(Op::Add, make(Op::Add, x, c(3)), c(4)), make(Op::Add, x, c(7))));
  EXPECT_TRUE(same(make(Op::Sub, make(Op::Add, x, c(3)), c(3)), x));
  EXPECT_TRUE(same(make(Op::Add, make(Op::Sub, c(5), x), c(4)), make(Op::Sub, c(9), x)));
  EXPECT_TRUE(same(make(Op::Sub, c(5), make(Op::Sub, c(3), x)), make(Op::Add, x, c(2))));
  EXPECT_TRUE(same(make(Op::Sub, c(5), make(Op::Add, x, c(3))), make(Op::Sub, c(2), x)));
  const Expr sum = make(Op::Add, x, y);
  EXPECT_TRUE(same(pool[make(Op::Add, sum, c(4))].operands[0], sum));
}

TEST_F(Rules, CancelEqualSummands) {
  EXPECT_TRUE(same(make(Op::Sub, x, x), c(0)));
  EXPECT_TRUE(same(make(Op::Sub, make(Op::Add, x, y), y), x));
  EXPECT_TRUE(same(make(Op::Sub, make(Op::Add, x, y), x), y));
  EXPECT_TRUE(same(make(Op::Add, make(Op::Sub, x, y), y), x));
  EXPECT_TRUE(same(make(Op::Add, y, make(Op::Sub, x, y)), x));
  EXPECT_TRUE(stays(make(Op::Sub, x, y), Op::Sub));
  EXPECT_TRUE(stays(make(Op::Sub, make(Op::Add, x, y), z), Op::Sub));
  EXPECT_TRUE(stays(make(Op::Add, make(Op::Sub, x, y), x), Op::Add));
}

TEST_F(Rules, SimplifyProductsWithConstants) {
  EXPECT_TRUE(same(make(Op::Mul, x, c(0)), c(0)));
  EXPECT_TRUE(same(make(Op::Mul, c(1), x), x));
  EXPECT_TRUE(same(make(Op::Mul, make(Op::Mul, x, c(3)), c(5)), make(Op::Mul, x, c(15))));
  EXPECT_TRUE(stays(make(Op::Mul, x, c(2)), Op::Mul));
  EXPECT_TRUE(stays(make(Op::Mul, x, y), Op::Mul));
}

TEST_F(Rules, SimplifyDivisionsByConstants) {
  EXPECT_TRUE(same(make(Op::SDiv, x, c(1)), x));
  EXPECT_TRUE(same(make(Op::UDiv, x, c(1)), x));
  EXPECT_TRUE(same(make(Op::SRem, x, c(1)), c(0)));
  EXPECT_TRUE(same(make(Op::SDiv, x, c(-1)), make(Op::Sub, c(0), x)));
  EXPECT_TRUE(same(make(Op::SRem, x, c(-1)), c(0)));
  EXPECT_TRUE(same(make(Op::URem, x, c(0)), x));
  EXPECT_TRUE(same(make(Op::UDiv, x, c(8)), make(Op::LShr, x, c(3))));
  EXPECT_TRUE(same(make(Op::URem, x, c(8)), make(Op::And, x, c(7))));
  EXPECT_TRUE(same(make(Op::SRem, x, x), c(0)));
  EXPECT_TRUE(stays(make(Op::SDiv, x, c(8)), Op::SDiv)) << "negative numbers round towards zero";
  EXPECT_TRUE(stays(make(Op::SRem, x, c(8)), Op::SRem));
  EXPECT_TRUE(stays(make(Op::UDiv, x, c(-1)), Op::UDiv));
  EXPECT_TRUE(stays(make(Op::UDiv, x, c(6)), Op::UDiv));
  EXPECT_TRUE(stays(make(Op::SDiv, x, x), Op::SDiv)) << "0 / 0 is not 1";
  EXPECT_TRUE(stays(make(Op::UDiv, x, c(0)), Op::UDiv));
}

TEST_F(Rules, TurnOneBitArithmeticIntoLogic) {
  EXPECT_TRUE(same(make(Op::Add, p, q), make(Op::Xor, p, q)));
  EXPECT_TRUE(same(make(Op::Sub, p, q), make(Op::Xor, p, q)));
  EXPECT_TRUE(same(make(Op::Mul, p, q), make(Op::And, p, q)));
  EXPECT_TRUE(stays(make(Op::Add, b8, d8), Op::Add));
}

TEST_F(Rules, SimplifyBitwiseOperatorsWithNeutralAndAbsorbingConstants) {
  EXPECT_TRUE(same(make(Op::And, x, c(0)), c(0)));
  EXPECT_TRUE(same(make(Op::And, x, c(-1)), x));
  EXPECT_TRUE(same(make(Op::Or, x, c(0)), x));
  EXPECT_TRUE(same(make(Op::Or, x, c(-1)), c(-1)));
  EXPECT_TRUE(same(make(Op::Xor, x, c(0)), x));
  EXPECT_TRUE(stays(make(Op::Xor, x, c(-1)), Op::Xor));
  EXPECT_TRUE(stays(make(Op::Or, x, c(1)), Op::Or));
  EXPECT_TRUE(stays(make(Op::And, x, c(1)), Op::And));
}

TEST_F(Rules, DropMasksThatMaskNothing) {
  EXPECT_TRUE(same(make(Op::And, zext(b8), c(255)), zext(b8)));
  EXPECT_TRUE(same(make(Op::And, make(Op::LShr, x, c(28)), c(15)), make(Op::LShr, x, c(28))));
  EXPECT_TRUE(stays(make(Op::And, zext(b8), c(127)), Op::And));
  EXPECT_TRUE(stays(make(Op::And, zext(b8), c(0x1fe)), Op::And));
  EXPECT_TRUE(stays(make(Op::And, sext(b8), c(255)), Op::And));
}

TEST_F(Rules, SimplifyBitwiseOperatorsOnEqualOrOppositeOperands) {
  EXPECT_TRUE(same(make(Op::And, x, x), x));
  EXPECT_TRUE(same(make(Op::Or, x, x), x));
  EXPECT_TRUE(same(make(Op::Xor, x, x), c(0)));
  const Expr less = make(Op::Slt, x, y);
  EXPECT_TRUE(same(make(Op::And, less, pool.negate(less)), no));
  EXPECT_TRUE(same(make(Op::Or, less, pool.negate(less)), yes));
  EXPECT_TRUE(same(make(Op::Or, p, pool.negate(p)), yes));
  EXPECT_TRUE(same(make(Op::And, make(Op::Eq, x, y), make(Op::Ne, x, y)), no));
  EXPECT_TRUE(stays(make(Op::And, less, make(Op::Slt, y, x)), Op::And)) << "both are false when x == y";
  EXPECT_TRUE(stays(make(Op::Or, less, make(Op::Ule, y, x)), Op::Or));
}

TEST_F(Rules, JoinConstantsOfBitwiseChains) {
  EXPECT_TRUE(same(make(Op::And, make(Op::And, x, c(12)), c(10)), make(Op::And, x, c(8))));
  EXPECT_TRUE(same(make(Op::Or, make(Op::Or, x, c(12)), c(3)), make(Op::Or, x, c(15))));
  EXPECT_TRUE(same(make(Op::Xor, make(Op::Xor, x, c(12)), c(12)), x));
  EXPECT_TRUE(stays(pool[make(Op::And, make(Op::Or, x, c(12)), c(10))].operands[0], Op::Or));
}

TEST_F(Rules, NegateComparisonsAndUndoDoubleNegation) {
  EXPECT_TRUE(same(pool.negate(make(Op::Eq, x, y)), make(Op::Ne, x, y)));
  EXPECT_TRUE(same(pool.negate(make(Op::Slt, x, y)), make(Op::Sle, y, x)));
  EXPECT_TRUE(same(pool.negate(make(Op::Ule, x, y)), make(Op::Ult, y, x)));
  EXPECT_TRUE(same(pool.negate(pool.negate(p)), p));
  const Expr ordered = make(Op::FLt, f, g);
  EXPECT_TRUE(stays(pool.negate(ordered), Op::Xor)) << "not (f < g) is not g <= f for NaN";
  EXPECT_TRUE(same(pool.negate(pool.negate(ordered)), ordered));
}

TEST_F(Rules, SimplifyShiftsByConstants) {
  EXPECT_TRUE(same(make(Op::Shl, x, c(0)), x));
  EXPECT_TRUE(same(make(Op::Shl, x, c(33)), make(Op::Shl, x, c(1))));
  EXPECT_TRUE(same(make(Op::LShr, c(0), x), c(0)));
  EXPECT_TRUE(same(make(Op::AShr, c(-1), x), c(-1)));
  EXPECT_TRUE(same(make(Op::Shl, make(Op::Shl, x, c(3)), c(4)), make(Op::Shl, x, c(7))));
  EXPECT_TRUE(same(make(Op::LShr, make(Op::LShr, x, c(20)), c(20)), c(0)));
  EXPECT_TRUE(same(make(Op::AShr, make(Op::AShr, x, c(20)), c(20)), make(Op::AShr, x, c(31))));
  EXPECT_TRUE(same(make(Op::AShr, zext(b8), c(2)), make(Op::LShr, zext(b8), c(2))));
  EXPECT_TRUE(stays(make(Op::AShr, sext(b8), c(2)), Op::AShr));
  EXPECT_TRUE(stays(make(Op::LShr, c(-1), x), Op::LShr));
  EXPECT_TRUE(stays(pool[make(Op::LShr, make(Op::Shl, x, c(3)), c(3))].operands[0], Op::Shl));
}

}  // namespace
}  // namespace espalier::expr
