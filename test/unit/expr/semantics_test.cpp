#include "expr/semantics.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace espalier::expr {
namespace {

std::uint64_t integer(Op op, unsigned bits, std::int64_t a, std::int64_t b) {
  const std::uint64_t mask = mask_of(bits);
  return apply(op, bits, bits, bits, static_cast<std::uint64_t>(a) & mask,
               static_cast<std::uint64_t>(b) & mask, 0, 0);
}
std::uint64_t of(double x) { return std::bit_cast<std::uint64_t>(x); }
std::uint64_t of(float x) { return std::bit_cast<std::uint32_t>(x); }
std::uint64_t convert(Op op, unsigned from, unsigned to, std::uint64_t a) {
  return apply(op, to, from, 0, a, 0, 0, 0);
}
const double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t signalling = 0x7ff0'0000'0000'0123;

TEST(Semantics, DivisionByZeroIsThatOfSmtLib) {
  EXPECT_EQ(integer(Op::UDiv, 8, 5, 0), 255U);
  EXPECT_EQ(integer(Op::URem, 8, 5, 0), 5U);
  EXPECT_EQ(integer(Op::SDiv, 8, 5, 0), 255U);
  EXPECT_EQ(integer(Op::SDiv, 8, -5, 0), 1U);
  EXPECT_EQ(integer(Op::SRem, 8, -5, 0), 251U);
}

TEST(Semantics, SignedDivisionRoundsToZeroAndWraps) {
  EXPECT_EQ(integer(Op::SDiv, 8, -7, 2), 253U);
  EXPECT_EQ(integer(Op::SRem, 8, -7, 2), 255U);
  EXPECT_EQ(integer(Op::SDiv, 8, -128, -1), 128U);
  EXPECT_EQ(integer(Op::SDiv, 64, INT64_MIN, -1), std::uint64_t{1} << 63);
  EXPECT_EQ(integer(Op::SRem, 64, INT64_MIN, -1), 0U);
}

TEST(Semantics, ShiftsTakeTheAmountModuloTheWidth) {
  EXPECT_EQ(integer(Op::Shl, 32, 1, 33), 2U);
  EXPECT_EQ(integer(Op::LShr, 24, 0x800000, 24 + 23), 1U);
  EXPECT_EQ(integer(Op::AShr, 8, -128, 3), 0xf0U);
}

TEST(Semantics, ResultsFitTheirWidth) {
  EXPECT_EQ(integer(Op::Add, 8, 200, 100), 44U);
  EXPECT_EQ(apply(Op::SExt, 16, 8, 0, 0x80, 0, 0, 0), 0xff80U);
  EXPECT_EQ(apply(Op::Concat, 24, 8, 16, 0xab, 0x1234, 0, 0), 0xab1234U);
  EXPECT_EQ(apply(Op::Extract, 4, 16, 0, 0x1234, 0, 0, 8), 2U);
  EXPECT_EQ(apply(Op::Select, 8, 1, 8, 0, 7, 9, 0), 9U);
}

TEST(Semantics, NaNIsUnorderedAndZerosAreEqual) {
  const std::uint64_t nan = of(std::nan(""));
  EXPECT_EQ(apply(Op::FEq, 1, 64, 64, nan, nan, 0, 0), 0U);
  EXPECT_EQ(apply(Op::FLe, 1, 64, 64, nan, of(1.0), 0, 0), 0U);
  EXPECT_EQ(apply(Op::FUno, 1, 64, 64, of(1.0), nan, 0, 0), 1U);
  EXPECT_EQ(apply(Op::FEq, 1, 64, 64, of(0.0), of(-0.0), 0, 0), 1U);
  EXPECT_EQ(apply(Op::FLt, 1, 32, 32, of(-0.0F), of(0.0F), 0, 0), 0U);
}

TEST(Semantics, NaNBitsAreThoseOfSse) {
  EXPECT_EQ(apply(Op::FSub, 64, 64, 64, of(infinity), of(infinity), 0, 0), 0xfff8'0000'0000'0000U);
  EXPECT_EQ(apply(Op::FAdd, 64, 64, 64, of(1.0), signalling, 0, 0), signalling | 0x0008'0000'0000'0000U);
  EXPECT_EQ(convert(Op::FSqrt, 64, 64, of(-1.0)), 0xfff8'0000'0000'0000U);
  EXPECT_EQ(convert(Op::FNeg, 64, 64, signalling), signalling | std::uint64_t{1} << 63);
  EXPECT_EQ(convert(Op::FToF, 32, 64, 0xff80'0001), 0xfff8'0000'2000'0000U);
  EXPECT_EQ(convert(Op::FToF, 64, 32, 0xfff0'0000'2000'0000), 0xffc0'0001U);
}

TEST(Semantics, FloatsRoundInTheirOwnFormat) {
  EXPECT_EQ(apply(Op::FAdd, 32, 32, 32, of(16777216.0F), of(1.0F), 0, 0), of(16777216.0F));
  EXPECT_EQ(convert(Op::SToF, 32, 32, 16777217), of(16777216.0F));
  EXPECT_EQ(convert(Op::UToF, 64, 64, ~std::uint64_t{0}), of(18446744073709551616.0));
  EXPECT_EQ(convert(Op::SToF, 64, 64, ~std::uint64_t{0}), of(-1.0));
}

TEST(Semantics, ConversionsToIntegersTruncateAndOutOfRangeGivesTheSmallest) {
  EXPECT_EQ(convert(Op::FToS, 64, 32, of(-2.9)), 0xffff'fffeU);
  EXPECT_EQ(convert(Op::FToS, 64, 32, of(2147483647.9)), 0x7fff'ffffU);
  EXPECT_EQ(convert(Op::FToS, 64, 32, of(2147483648.0)), 0x8000'0000U);
  EXPECT_EQ(convert(Op::FToS, 64, 32, of(-2147483648.9)), 0x8000'0000U);
  EXPECT_EQ(convert(Op::FToS, 64, 32, of(-2147483649.0)), 0x8000'0000U);
  EXPECT_EQ(convert(Op::FToS, 64, 32, of(std::nan(""))), 0x8000'0000U);
  EXPECT_EQ(convert(Op::FToS, 32, 64, of(9.3e18F)), std::uint64_t{1} << 63);
}

}  // namespace
}  // namespace espalier::expr
