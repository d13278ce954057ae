// Circuits of constants fold to constants, so every operator can be compared with its definition
// without a SAT solver.
#include "solve/backends/blaster.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "expr/semantics.h"

namespace espalier::solve {
namespace {

using expr::Expr;
using expr::Op;

class Circuits : public ::testing::Test {
 protected:
  std::uint64_t value(unsigned bits) {
    static constexpr std::uint64_t doubles[] = {0,
                                                0x8000'0000'0000'0000,
                                                0x3ff0'0000'0000'0000,
                                                0x7ff0'0000'0000'0000,
                                                0xfff0'0000'0000'0000,
                                                0x0010'0000'0000'0000,
                                                0x43e0'0000'0000'0000,
                                                0xc3e0'0000'0000'0000,
                                                1,
                                                0x47ef'ffff'ffff'ffff};
    switch (rng.below(8)) {
      case 0:
        return rng.below(4);
      case 1:
        return expr::mask_of(bits) - rng.below(3);
      case 2:
        return std::uint64_t{1} << (bits - 1);
      case 3:
        return std::uint64_t{1} << rng.below(bits);
      case 4:
        return bits == 64 ? doubles[rng.below(10)] : rng.below(256) << 23 | rng.below(4);
      case 5:
        return bits == 64 ? (1000 + rng.below(80)) << 52 | rng.next() >> 12
                          : (100 + rng.below(80)) << 23 | rng.next() >> 41;
      case 6:
        return bits == 64 ? rng.below(2048) << 52 | rng.below(8) : rng.next();
      default:
        return rng.next();
    }
  }
  Expr constant(unsigned bits) { return pool.constant(value(bits), bits); }
  std::uint64_t constant_value(Expr e) { return pool[e].k; }

  // What the circuit of the operator gives; a bit that is not constant fails.
  std::uint64_t folded(Op op, unsigned bits, Expr a, Expr b, Expr c, std::uint64_t k) {
    const Expr e = pool.make_unsimplified({op, static_cast<std::uint8_t>(bits), {a, b, c}, k});
    std::uint64_t result = 0;
    for (unsigned i = 0; i < bits; ++i) {
      const Expr bit = pool.make_unsimplified({Op::Extract, 1, {e, {}, {}}, i});
      const Signal signal = blaster.condition(bit);
      EXPECT_TRUE(is_constant(signal)) << info(op).name;
      result |= static_cast<std::uint64_t>(signal == always) << i;
    }
    return result;
  }

  bool is_nan(std::uint64_t pattern, unsigned bits) {
    return bits == 32 ? (pattern & 0x7fff'ffff) > 0x7f80'0000
                      : (pattern & 0x7fff'ffff'ffff'ffff) > 0x7ff0'0000'0000'0000;
  }

  void check(Op op, unsigned bits, Expr a, Expr b = {}, Expr c = {}, std::uint64_t k = 0) {
    const std::uint64_t expected = expr::apply(op, bits, pool.bits(a), pool.bits(b), constant_value(a),
                                               constant_value(b), constant_value(c), k);
    if (op >= Op::FAdd && !expr::is_comparison(op) && op != Op::FToS && is_nan(expected, bits)) return;
    ASSERT_EQ(folded(op, bits, a, b, c, k), expected)
        << info(op).name << " to " << bits << " of " << std::hex << constant_value(a) << " : " << std::dec
        << pool.bits(a) << ", " << std::hex << constant_value(b);
  }

  Rng rng{1};
  expr::Pool pool;
  Blaster blaster{pool};
};

TEST_F(Circuits, OfIntegerOperatorsComputeTheirDefinition) {
  for (int i = 0; i < 300 && !HasFatalFailure(); ++i)
    for (const unsigned bits : {1U, 2U, 7U, 8U, 13U, 32U, 64U})
      for (int op = static_cast<int>(Op::Add); op <= static_cast<int>(Op::Sle); ++op) {
        const unsigned result = expr::is_comparison(static_cast<Op>(op)) ? 1 : bits;
        const Expr a = constant(bits);
        check(static_cast<Op>(op), result, a, rng.below(8) == 0 ? a : constant(bits));
      }
}

TEST_F(Circuits, OfFloatOperatorsComputeTheirDefinition) {
  for (int i = 0; i < 150 && !HasFatalFailure(); ++i)
    for (const unsigned bits : {32U, 64U}) {
      for (const Op op : {Op::FAdd, Op::FSub, Op::FMul, Op::FDiv})
        check(op, bits, constant(bits), constant(bits));
      for (const Op op : {Op::FEq, Op::FLt, Op::FLe, Op::FUno}) {
        const Expr a = constant(bits);
        check(op, 1, a, rng.below(4) == 0 ? a : constant(bits));
      }
      for (const Op op : {Op::FNeg, Op::FAbs}) check(op, bits, constant(bits));
      check(Op::FToF, 96 - bits, constant(bits));
      for (const unsigned to : {32U, 64U}) check(Op::FToS, to, constant(bits));
      for (const unsigned from : {1U, 7U, 8U, 16U, 31U, 32U, 53U, 64U})
        for (const Op op : {Op::SToF, Op::UToF}) check(op, bits, constant(from));
    }
}

TEST_F(Circuits, OfSquareRootsComputeTheirDefinition) {
  for (int i = 0; i < 40 && !HasFatalFailure(); ++i)
    for (const unsigned bits : {32U, 64U}) check(Op::FSqrt, bits, constant(bits));
}

TEST_F(Circuits, AreSharedByEqualTermsAndStaySmall) {
  const Expr x = pool.input(0, 32), y = pool.input(1, 32);
  (void)blaster.condition(pool.binary(Op::Slt, pool.binary(Op::Add, x, y), x));
  const std::size_t before = blaster.gates().size();
  // y + x is x + y once the inputs of its gates are sorted.
  const Expr other = pool.make_unsimplified({Op::Add, 32, {y, x, {}}, 0});
  (void)blaster.condition(pool.make_unsimplified({Op::Slt, 1, {other, x, {}}, 0}));
  EXPECT_EQ(blaster.gates().size(), before);
}

TEST_F(Circuits, OfASharedTreeOfChoicesAreLinear) {
  const Expr index = pool.input(0, 8);
  Expr e = pool.input(1, 8);
  for (int i = 0; i < 2000; ++i)
    e = pool.select(pool.binary(Op::Eq, index, pool.constant(static_cast<std::uint64_t>(i % 256), 8)),
                    pool.binary(Op::Add, e, e), pool.binary(Op::Xor, e, index));
  (void)blaster.condition(pool.binary(Op::Eq, e, pool.constant(3, 8)));
  EXPECT_LT(blaster.gates().size(), 2000U * 64);
}

}  // namespace
}  // namespace espalier::solve
