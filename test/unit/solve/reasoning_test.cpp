// The layers that prove or guess, each alone: what they must settle, and what they must leave.
#include <gtest/gtest.h>

#include <bit>

#include "expr/evaluate.h"
#include "solve/solver.h"

namespace espalier::solve {
namespace {

using expr::Expr;
using expr::Op;
using namespace std::chrono_literals;

class Reasoning : public ::testing::Test {
 protected:
  Expr v(std::uint32_t i, unsigned bits = 32) { return pool.input(i, bits); }
  Expr c(std::uint64_t value, unsigned bits = 32) { return pool.constant(value, bits); }
  Expr real(double value) { return c(std::bit_cast<std::uint64_t>(value), 64); }
  Expr make(Op op, Expr a, Expr b) { return pool.binary(op, a, b); }

  Answer ask(const char* layer, const std::vector<Expr>& constraints, const Input& seed = {}) {
    const auto solver = make_solver(pool, {.layers = {layer}, .check_unsat = false, .record_file = {}});
    return solver->solve({constraints, seed, 1s});
  }
  bool solved(const char* layer, const std::vector<Expr>& constraints, const Input& seed = {}) {
    return std::holds_alternative<Sat>(ask(layer, constraints, seed));
  }
  std::vector<std::size_t> core(const char* layer, const std::vector<Expr>& constraints) {
    const Answer answer = ask(layer, constraints);
    const auto* unsat = std::get_if<Unsat>(&answer);
    return unsat != nullptr ? unsat->core : std::vector<std::size_t>{};
  }
  bool left_open(const char* layer, const std::vector<Expr>& constraints) {
    return std::holds_alternative<Unknown>(ask(layer, constraints));
  }
  Input input(const char* layer, const std::vector<Expr>& constraints, const Input& seed = {}) {
    const Answer answer = ask(layer, constraints, seed);
    const auto* sat = std::get_if<Sat>(&answer);
    EXPECT_NE(sat, nullptr);
    return sat != nullptr ? sat->input : Input{};
  }

  expr::Pool pool;
};

TEST_F(Reasoning, InversionTakesTheNearestValue) {
  EXPECT_EQ(input("inversion", {make(Op::Slt, c(9), v(0))})[0], 10U);
  EXPECT_EQ(input("inversion", {make(Op::Ne, v(0), c(0))})[0], 1U);
  EXPECT_EQ(input("inversion", {make(Op::Slt, v(0), c(0))})[0], 0xffff'ffffU);
  const Expr scaled = make(Op::Add, make(Op::Mul, v(0), c(6)), c(4));
  EXPECT_EQ(input("inversion", {make(Op::Eq, scaled, c(46))})[0], 7U);
}

TEST_F(Reasoning, InversionGoesThroughBytesCastsAndMasks) {
  Expr word = v(0, 8);
  for (std::uint32_t i = 1; i < 4; ++i) word = make(Op::Concat, v(i, 8), word);
  const Input bytes = input("inversion", {make(Op::Eq, word, c(0x44332211))});
  EXPECT_EQ(bytes[0], 0x11U);
  EXPECT_EQ(bytes[3], 0x44U);
  const Expr masked = make(Op::And, make(Op::LShr, v(0), c(4)), c(0xff));
  EXPECT_EQ(input("inversion", {make(Op::Eq, masked, c(0x5a))}, Input{{0xf000000f}})[0], 0xf00005afU)
      << "bits that do not matter stay";
  const Expr wide = pool.unary(Op::SExt, v(0, 8), 32);
  EXPECT_EQ(input("inversion", {make(Op::Eq, wide, c(0xffff'fffb))})[0], 0xfbU);
}

TEST_F(Reasoning, InversionCaresOnlyForTheBitsThatMatter) {
  const auto byte = [&](std::uint32_t i) { return pool.unary(Op::ZExt, v(i, 8), 32); };
  const Expr hash = make(Op::Add, make(Op::Mul, make(Op::Add, c(5381), byte(0)), c(33)), byte(1));
  for (std::uint64_t low = 0; low < 256; low += 51) {
    const Expr condition = make(Op::Eq, make(Op::And, hash, c(255)), c(low));
    EXPECT_TRUE(solved("inversion", {condition}, Input{{7, 200}})) << low;
    EXPECT_TRUE(solved("inversion", {make(Op::Eq, pool.extract(hash, 0, 8), c(low, 8))})) << low;
  }
  const Expr shifted = make(Op::AShr, make(Op::Xor, v(0), c(0x1234)), c(8));
  EXPECT_EQ(input("inversion", {make(Op::Eq, make(Op::And, shifted, c(15)), c(9))}, Input{{0x80000000}})[0],
            0x80000b00U)
      << "only bits 8 to 11 change";
}

// Memory at a symbolic index: one level of choices for each bit of the index.
TEST_F(Reasoning, InversionFindsTheIndexOfATableEntry) {
  const auto table_at = [&](Expr index) {
    std::vector<Expr> level;
    for (std::uint64_t i = 0; i < 256; ++i) level.push_back(c((i * 7919 + 13) & 0xffff));
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::vector<Expr> next;
      for (std::size_t i = 0; i < level.size(); i += 2)
        next.push_back(pool.select(pool.extract(index, bit, 1), level[i + 1], level[i]));
      level = next;
    }
    return level[0];
  };
  const auto entry = [](std::uint64_t i) { return (i * 7919 + 13) & 0xffff; };
  EXPECT_EQ(input("inversion", {make(Op::Eq, table_at(v(0, 8)), c(entry(200)))})[0], 200U);
  EXPECT_EQ(input("inversion", {make(Op::Eq, table_at(v(0, 8)), c(entry(41)))}, Input{{0xff}})[0], 41U);
  EXPECT_TRUE(solved("inversion", {make(Op::Slt, c(65000), table_at(v(0, 8)))})) << "none is just larger";
  const Expr kind = make(Op::And, table_at(v(0, 8)), c(0xff));
  EXPECT_TRUE(
      solved("inversion", {make(Op::Ult, c(100, 8), v(0, 8)), make(Op::Slt, c(250), kind)}, Input{{101}}));
  const Expr sum = make(Op::Add, v(0), v(1));
  EXPECT_TRUE(solved("inversion", {make(Op::Eq, table_at(pool.extract(sum, 0, 8)), c(entry(7)))}));
  const Expr scaled = make(Op::Add, make(Op::Mul, table_at(v(0, 8)), c(3)), c(1));
  EXPECT_EQ(input("inversion", {make(Op::Eq, scaled, c(3 * entry(99) + 1))})[0], 99U);
  EXPECT_FALSE(solved("inversion", {make(Op::Eq, table_at(v(0, 8)), c(0x10000))}));
}

TEST_F(Reasoning, InversionLeavesWhatItBreaksElsewhere) {
  EXPECT_FALSE(solved("inversion", {make(Op::Slt, v(0), c(5)), make(Op::Slt, c(7), v(0))}));
}

TEST_F(Reasoning, OrderRefutesStrictCyclesWithTheCycleAsCore) {
  const std::vector<Expr> cycle{make(Op::Slt, v(0), v(1)), make(Op::Slt, v(5), v(6)),
                                make(Op::Sle, v(1), v(2)), make(Op::Eq, v(2), v(3)),
                                make(Op::Sle, v(3), v(0))};
  EXPECT_EQ(core("order", cycle), (std::vector<std::size_t>{0, 2, 3, 4}));
  EXPECT_TRUE(left_open("order", {make(Op::Sle, v(0), v(1)), make(Op::Sle, v(1), v(0))})) << "equal is fine";
  EXPECT_TRUE(left_open("order", {make(Op::Slt, v(0), v(1)), make(Op::Ult, v(1), v(0))}))
      << "two different orders";
}

TEST_F(Reasoning, OrderKnowsConstantsAndForcedEquality) {
  EXPECT_EQ(
      core("order", {make(Op::Slt, c(10), v(0)), make(Op::Sle, v(0), v(1)), make(Op::Slt, v(1), c(10))}),
      (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(core("order", {make(Op::Ule, v(0), v(1)), make(Op::Ule, v(1), v(0)), make(Op::Ne, v(0), v(1))}),
            (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_TRUE(left_open("order", {make(Op::Slt, c(0xffff'ffff), v(0)), make(Op::Slt, v(0), c(1))}))
      << "-1 < 0 < 1";
}

TEST_F(Reasoning, OrderOfFloatsKnowsThatNaNComparesFalse) {
  const Expr x = v(0, 64), y = v(1, 64);
  const auto no = [&](Op op, Expr a, Expr b) { return pool.negate(make(op, a, b)); };
  EXPECT_EQ(core("order", {make(Op::FLt, x, y), make(Op::FLe, y, x)}), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(core("order", {no(Op::FLt, real(1), x), make(Op::FEq, x, real(5))}),
            (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(core("order", {no(Op::FUno, x, y), make(Op::FLt, v(2, 64), v(3, 64)), no(Op::FLt, x, y),
                           no(Op::FLe, y, x)}),
            (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_EQ(core("order", {make(Op::FLe, x, y), make(Op::FLe, y, x), no(Op::FEq, x, y)}),
            (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(core("order", {make(Op::FLe, real(0), x), make(Op::FLt, x, real(-0.0))}),
            (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(left_open("order", {no(Op::FLt, x, y), no(Op::FLe, y, x)})) << "both are false for NaN";
  EXPECT_TRUE(left_open("order", {make(Op::FLe, real(0), x), make(Op::FLe, x, real(-0.0))}));
}

TEST_F(Reasoning, IntervalsMeetThroughArithmetic) {
  const Expr byte = pool.unary(Op::ZExt, v(0, 8), 32);
  const Expr sum = make(Op::Add, byte, pool.unary(Op::ZExt, v(1, 8), 32));
  EXPECT_EQ(core("intervals", {make(Op::Slt, v(7), c(3)), make(Op::Slt, c(510), sum)}),
            (std::vector<std::size_t>{1}));
  EXPECT_TRUE(left_open("intervals", {make(Op::Slt, c(509), sum)}));
  EXPECT_EQ(
      core("intervals", {make(Op::Slt, v(0), c(5)), make(Op::Slt, v(1), c(9)), make(Op::Slt, c(7), v(0))}),
      (std::vector<std::size_t>{0, 2}));
  const Expr remainder = make(Op::URem, v(0), c(10));
  EXPECT_FALSE(core("intervals", {make(Op::Ult, c(9), remainder)}).empty());
}

TEST_F(Reasoning, IntervalsLeaveWrapAroundAlone) {
  const Expr next = make(Op::Add, v(0), c(1));
  EXPECT_TRUE(left_open("intervals", {make(Op::Slt, next, v(0))})) << "the largest integer";
  EXPECT_TRUE(left_open("intervals", {make(Op::Slt, c(100), v(0)), make(Op::Slt, next, c(100))}));
}

TEST_F(Reasoning, SearchSolvesSystemsOfInequalities) {
  std::vector<Expr> chain;
  for (std::uint32_t i = 0; i < 8; ++i) chain.push_back(make(Op::Slt, v(i + 1), v(i)));
  EXPECT_TRUE(solved("search", chain));
  const Expr sum = make(Op::Add, make(Op::Add, v(0), v(1)), v(2));
  EXPECT_TRUE(solved("search", {make(Op::Slt, c(0), v(0)), make(Op::Slt, v(0), v(1)),
                                make(Op::Slt, v(1), v(2)), make(Op::Eq, sum, c(1000))}));
}

TEST_F(Reasoning, SearchFindsRootsOfDoubles) {
  const Expr x = v(0, 64), y = v(1, 64);
  const Expr square = make(Op::FMul, x, x);
  EXPECT_TRUE(solved("search", {make(Op::FEq, square, real(2.25))}));
  EXPECT_TRUE(
      solved("search", {make(Op::FLt, real(1.99), make(Op::FAdd, square, y)),
                        make(Op::FLt, make(Op::FAdd, square, y), real(2)), make(Op::FLt, real(1), y)}));
  const Expr cubic = make(Op::FSub, make(Op::FMul, square, x), make(Op::FMul, real(2), x));
  EXPECT_TRUE(solved("search", {make(Op::FLt, real(4.999), cubic), make(Op::FLt, cubic, real(5.001))}));
}

TEST_F(Reasoning, SearchNeverClaimsThatThereIsNoSolution) {
  EXPECT_TRUE(left_open("search", {make(Op::Slt, v(0), v(1)), make(Op::Slt, v(1), v(0))}));
}

TEST_F(Reasoning, EnumerationProvesWhatIsHardToCompute) {
  const Expr a = pool.unary(Op::ZExt, v(0, 8), 32), b = pool.unary(Op::ZExt, v(1, 8), 32);
  const Expr product = make(Op::Mul, a, b);
  const Expr innocent = make(Op::Ult, c(3), product);
  EXPECT_EQ(core("enumeration", {innocent, make(Op::Eq, product, c(64507))}), std::vector<std::size_t>{1})
      << "251 * 257";
  const Input found = input("enumeration", {innocent, make(Op::Eq, product, c(63001))});
  EXPECT_EQ(found[0] & 255, 251U);
  EXPECT_EQ(found[1] & 255, 251U);
}

// Three bytes and a hash that is hard to compute backwards: 2^24 values, of which one byte's conditions leave
// few.
TEST_F(Reasoning, EnumerationTriesOnlyWhatConditionsOnSingleBytesLeave) {
  const auto wide = [&](std::uint32_t i) { return pool.unary(Op::ZExt, v(i, 8), 64); };
  Expr hash = c(0x604c'9b7d'6d31'8f23, 64);
  for (std::uint32_t i = 0; i < 3; ++i) hash = make(Op::Mul, make(Op::Xor, hash, wide(i)), c(33, 64));
  const Expr slot = make(Op::URem, hash, c(1'000'003, 64));
  const Expr few = make(Op::Ult, v(0, 8), c(4, 8)),
             odd = make(Op::Ne, make(Op::And, v(1, 8), c(1, 8)), c(0, 8));
  const Expr letter = make(Op::Eq, v(2, 8), c('*', 8)), innocent = make(Op::Ne, v(3, 8), c(0, 8));
  const std::vector<Expr> open{innocent, few, odd, letter, make(Op::Ult, slot, c(100'000, 64))};
  const Input found = input("enumeration", open);
  expr::Evaluator evaluate(pool);
  evaluate.reset(found);
  for (const Expr condition : open) EXPECT_EQ(evaluate(condition), 1U);
  EXPECT_EQ(core("enumeration", {innocent, few, odd, letter, make(Op::Eq, slot, c(1'000'003, 64))}).back(),
            4U);
}

TEST_F(Reasoning, DomainsFindBytesWithoutAValue) {
  const Expr letter = make(Op::Ult, c(96, 8), v(0, 8)), other = make(Op::Ult, c(3, 8), v(1, 8));
  const Expr digit = make(Op::Ult, make(Op::Sub, v(0, 8), c('0', 8)), c(10, 8));
  EXPECT_EQ(core("domains", {other, letter, digit}), (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(left_open("domains", {other, letter}));
  EXPECT_TRUE(left_open("domains", {make(Op::Ult, v(0), c(5)), make(Op::Ult, c(7), v(0))})) << "32 bits";
}

TEST_F(Reasoning, EnumerationLeavesManyBitsAlone) {
  EXPECT_TRUE(left_open("enumeration", {make(Op::Eq, v(0), c(1))}));
}

}  // namespace
}  // namespace espalier::solve
