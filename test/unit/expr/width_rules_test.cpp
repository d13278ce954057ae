#include <limits>

#include "unit/expr/rules_fixture.h"

namespace espalier::expr {
namespace {

TEST_F(Rules, JoinExtensions) {
  EXPECT_TRUE(same(zext(x), x));
  EXPECT_TRUE(same(zext(zext(b8, 16)), zext(b8)));
  EXPECT_TRUE(same(sext(sext(b8, 16)), sext(b8)));
  EXPECT_TRUE(same(sext(zext(b8, 16)), zext(b8)));
  EXPECT_TRUE(same(sext(make(Op::And, s16, c(255, 16))), zext(make(Op::And, s16, c(255, 16)))));
  EXPECT_TRUE(stays(pool[zext(sext(b8, 16))].operands[0], Op::SExt));
  EXPECT_TRUE(stays(sext(b8), Op::SExt));
}

TEST_F(Rules, SimplifyParts) {
  EXPECT_TRUE(same(pool.extract(x, 0, 32), x));
  EXPECT_TRUE(same(pool.extract(pool.extract(x, 8, 16), 4, 8), pool.extract(x, 12, 8)));
  const Expr pair = make(Op::Concat, b8, d8);
  EXPECT_TRUE(same(pool.extract(pair, 0, 8), d8));
  EXPECT_TRUE(same(pool.extract(pair, 8, 8), b8));
  EXPECT_TRUE(stays(pool.extract(pair, 4, 8), Op::Extract));
  EXPECT_TRUE(stays(pool.extract(x, 0, 8), Op::Extract));
}

TEST_F(Rules, SimplifyPartsOfExtensions) {
  EXPECT_TRUE(same(pool.extract(zext(b8), 0, 8), b8));
  EXPECT_TRUE(same(pool.extract(sext(b8), 2, 4), pool.extract(b8, 2, 4)));
  EXPECT_TRUE(same(pool.extract(zext(b8), 16, 8), c(0, 8)));
  EXPECT_TRUE(same(pool.extract(zext(b8), 4, 8), zext(pool.extract(b8, 4, 4), 8)));
  EXPECT_TRUE(same(pool.extract(sext(b8), 16, 8), sext(pool.extract(b8, 7, 1), 8)));
  EXPECT_TRUE(same(pool.extract(zext(b8), 0, 16), zext(b8, 16)));
}

TEST_F(Rules, UndoPromotionsBeforeTruncation) {
  EXPECT_TRUE(same(pool.extract(make(Op::Add, sext(b8), sext(d8)), 0, 8), make(Op::Add, b8, d8)));
  EXPECT_TRUE(same(pool.extract(make(Op::Mul, zext(b8), c(259)), 0, 8), make(Op::Mul, b8, c(3, 8))));
  EXPECT_TRUE(stays(pool.extract(make(Op::Add, sext(b8), sext(d8)), 8, 8), Op::Extract))
      << "the carry matters";
  EXPECT_TRUE(stays(pool.extract(make(Op::SDiv, sext(b8), sext(d8)), 0, 8), Op::Extract));
  EXPECT_TRUE(stays(pool.extract(make(Op::Add, x, y), 0, 8), Op::Extract));
}

TEST_F(Rules, TakePartsOfShiftedTermsFromTheTerm) {
  EXPECT_TRUE(same(pool.extract(make(Op::LShr, x, c(8)), 0, 8), pool.extract(x, 8, 8)));
  EXPECT_TRUE(same(pool.extract(make(Op::AShr, x, c(24)), 0, 8), pool.extract(x, 24, 8)));
  EXPECT_TRUE(same(pool.extract(make(Op::Shl, x, c(8)), 16, 8), pool.extract(x, 8, 8)));
  EXPECT_TRUE(same(pool.extract(make(Op::Shl, x, c(8)), 0, 8), c(0, 8)));
  EXPECT_TRUE(stays(pool.extract(make(Op::AShr, x, c(28)), 0, 8), Op::Extract));
  EXPECT_TRUE(stays(pool.extract(make(Op::Shl, x, c(8)), 4, 8), Op::Extract));
  EXPECT_TRUE(stays(pool.extract(make(Op::LShr, x, y), 0, 8), Op::Extract));
}

TEST_F(Rules, PutNeighbouringPartsTogether) {
  const auto byte = [&](unsigned i) { return pool.extract(x, 8 * i, 8); };
  Expr rising = byte(0), falling = byte(3);
  for (unsigned i = 1; i < 4; ++i) rising = make(Op::Concat, byte(i), rising);
  for (unsigned i = 3; i-- > 0;) falling = make(Op::Concat, falling, byte(i));
  EXPECT_TRUE(same(rising, x));
  EXPECT_TRUE(same(falling, x));
  EXPECT_TRUE(same(make(Op::Concat, make(Op::Concat, b8, byte(1)), byte(0)),
                   make(Op::Concat, b8, pool.extract(x, 0, 16))));
  EXPECT_TRUE(same(make(Op::Concat, byte(1), make(Op::Concat, byte(0), b8)),
                   make(Op::Concat, pool.extract(x, 0, 16), b8)));
  EXPECT_TRUE(same(make(Op::Concat, c(0, 8), b8), zext(b8, 16)));
  EXPECT_TRUE(stays(make(Op::Concat, byte(0), byte(1)), Op::Concat)) << "swapped";
  EXPECT_TRUE(stays(make(Op::Concat, byte(2), byte(0)), Op::Concat)) << "a gap";
  EXPECT_TRUE(stays(make(Op::Concat, pool.extract(y, 8, 8), byte(0)), Op::Concat)) << "of two terms";
  EXPECT_TRUE(stays(make(Op::Concat, c(1, 8), b8), Op::Concat));
}

TEST_F(Rules, SimplifyChoices) {
  EXPECT_TRUE(same(pool.select(p, x, x), x));
  EXPECT_TRUE(same(pool.select(yes, x, y), x));
  EXPECT_TRUE(same(pool.select(no, x, y), y));
  EXPECT_TRUE(same(pool.select(pool.negate(p), x, y), pool.select(p, y, x)));
  EXPECT_TRUE(same(pool.select(p, pool.select(p, x, y), z), pool.select(p, x, z)));
  EXPECT_TRUE(same(pool.select(p, x, pool.select(p, y, z)), pool.select(p, x, z)));
  EXPECT_TRUE(stays(pool.select(p, x, y), Op::Select));
  EXPECT_TRUE(stays(pool[pool.select(p, pool.select(q, x, y), z)].operands[1], Op::Select));
}

TEST_F(Rules, TurnChoicesBetweenTruthValuesIntoLogic) {
  EXPECT_TRUE(same(pool.select(p, yes, no), p));
  EXPECT_TRUE(same(pool.select(p, no, yes), pool.negate(p)));
  EXPECT_TRUE(same(pool.select(p, q, no), make(Op::And, p, q)));
  EXPECT_TRUE(same(pool.select(p, yes, q), make(Op::Or, p, q)));
  EXPECT_TRUE(same(pool.select(p, no, q), make(Op::And, pool.negate(p), q)));
  EXPECT_TRUE(same(pool.select(p, q, yes), make(Op::Or, pool.negate(p), q)));
  EXPECT_TRUE(same(pool.select(p, c(1), c(0)), zext(p)));
  EXPECT_TRUE(same(pool.select(p, c(0), c(1)), zext(pool.negate(p))));
  EXPECT_TRUE(same(pool.select(p, c(-1), c(0)), sext(p)));
  EXPECT_TRUE(same(pool.select(p, c(0), c(-1)), sext(pool.negate(p))));
  EXPECT_TRUE(stays(pool.select(p, c(2), c(0)), Op::Select));
}

TEST_F(Rules, JoinSignChangesOfFloats) {
  const auto neg = [&](Expr e) { return pool.unary(Op::FNeg, e, 64); };
  const auto abs = [&](Expr e) { return pool.unary(Op::FAbs, e, 64); };
  EXPECT_TRUE(same(neg(neg(f)), f));
  EXPECT_TRUE(same(abs(neg(f)), abs(f)));
  EXPECT_TRUE(same(abs(abs(f)), abs(f)));
  EXPECT_TRUE(stays(neg(abs(f)), Op::FNeg));
}

TEST_F(Rules, LeaveFloatIdentitiesThatDoNotHold) {
  EXPECT_TRUE(stays(make(Op::FAdd, f, real(0)), Op::FAdd)) << "-0.0 + 0.0 is 0.0";
  EXPECT_TRUE(stays(make(Op::FMul, f, real(1)), Op::FMul)) << "a signalling NaN becomes quiet";
  EXPECT_TRUE(stays(make(Op::FSub, f, f), Op::FSub)) << "infinity - infinity";
  EXPECT_TRUE(stays(make(Op::FMul, f, real(0)), Op::FMul));
  EXPECT_TRUE(stays(make(Op::FEq, f, g), Op::FEq));
}

TEST_F(Rules, DecideFloatComparisonsWhereNaNDecides) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(same(make(Op::FEq, f, real(nan)), no));
  EXPECT_TRUE(same(make(Op::FLt, real(nan), f), no));
  EXPECT_TRUE(same(make(Op::FUno, f, real(nan)), yes));
  EXPECT_TRUE(same(make(Op::FLt, f, f), no));
  EXPECT_TRUE(same(make(Op::FEq, f, f), pool.negate(make(Op::FUno, f, f))));
  EXPECT_TRUE(same(make(Op::FLe, f, f), pool.negate(make(Op::FUno, f, f))));
  EXPECT_TRUE(same(make(Op::FUno, f, real(1)), make(Op::FUno, f, f)));
  EXPECT_TRUE(same(make(Op::FUno, pool.unary(Op::FNeg, f, 64), g), make(Op::FUno, f, g)));
  EXPECT_TRUE(same(make(Op::FUno, pool.unary(Op::SToF, x, 64), real(0)), no));
  EXPECT_TRUE(stays(make(Op::FUno, f, g), Op::FUno));
  EXPECT_TRUE(stays(make(Op::FLt, f, real(1)), Op::FLt));
}

TEST_F(Rules, CompareExactlyConvertedIntegersAsIntegers) {
  const auto from = [&](Op op, Expr e, unsigned bits) { return pool.unary(op, e, bits); };
  EXPECT_TRUE(same(make(Op::FLt, from(Op::SToF, x, 64), from(Op::SToF, y, 64)), make(Op::Slt, x, y)));
  EXPECT_TRUE(same(make(Op::FLe, from(Op::UToF, x, 64), from(Op::UToF, y, 64)), make(Op::Ule, x, y)));
  EXPECT_TRUE(same(make(Op::FEq, from(Op::SToF, b8, 64), from(Op::SToF, x, 64)), make(Op::Eq, sext(b8), x)));
  EXPECT_TRUE(stays(make(Op::FLt, from(Op::SToF, x, 32), from(Op::SToF, y, 32)), Op::FLt)) << "float rounds";
  EXPECT_TRUE(stays(make(Op::FLt, from(Op::SToF, x, 64), from(Op::UToF, y, 64)), Op::FLt));
}

TEST_F(Rules, ConvertExactIntegersThereAndBack) {
  const auto there = [&](Op op, Expr e, unsigned bits) { return pool.unary(op, e, bits); };
  EXPECT_TRUE(same(pool.unary(Op::FToS, there(Op::SToF, x, 64), 32), x));
  EXPECT_TRUE(same(pool.unary(Op::FToS, there(Op::SToF, b8, 64), 32), sext(b8)));
  EXPECT_TRUE(same(pool.unary(Op::FToS, there(Op::UToF, x, 64), 64), zext(x, 64)));
  EXPECT_TRUE(stays(pool.unary(Op::FToS, there(Op::SToF, x, 32), 32), Op::FToS)) << "float rounds";
  EXPECT_TRUE(stays(pool.unary(Op::FToS, there(Op::UToF, x, 64), 32), Op::FToS)) << "may be out of range";
  EXPECT_TRUE(stays(pool.unary(Op::FToS, f, 32), Op::FToS));
}

}  // namespace
}  // namespace espalier::expr
