#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "expr/evaluate.h"
#include "solve/solver.h"
#include "unit/solve/explore.h"

namespace espalier::solve {
namespace {

using expr::Expr;
using expr::Op;
using namespace std::chrono_literals;

class Z3 : public ::testing::Test {
 protected:
  Expr real(double value) { return pool.constant(std::bit_cast<std::uint64_t>(value), 64); }
  Expr make(Op op, Expr a, Expr b) { return pool.binary(op, a, b); }

  Answer ask(std::vector<Expr> constraints, std::chrono::milliseconds budget = 20s) {
    return solver->solve({constraints, Input{}, budget});
  }
  bool sat(const std::vector<Expr>& constraints) {
    const Answer answer = ask(constraints);
    const Sat* model = std::get_if<Sat>(&answer);
    if (model == nullptr) return false;
    expr::Evaluator evaluate(pool);
    evaluate.reset(model->input);
    for (const Expr constraint : constraints)
      EXPECT_EQ(evaluate(constraint), 1U) << to_text(pool, constraint);
    return true;
  }
  bool unsat(const std::vector<Expr>& constraints) { return std::holds_alternative<Unsat>(ask(constraints)); }

  expr::Pool pool;
  std::unique_ptr<Solver> solver = z3_backend(pool);
  Expr x = pool.input(0, 32), y = pool.input(1, 32);
  Expr f = pool.input(2, 64), g = pool.input(3, 64);
};

TEST_F(Z3, KeepsTheSeedForVariablesItWasNotAskedAbout) {
  const std::vector<Expr> constraints{make(Op::Eq, x, pool.constant(7, 32))};
  const Input seed{{1, 22, 33}};
  const Answer answer = solver->solve({constraints, seed, 1s});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(std::get<Sat>(answer).input, (Input{{7, 22, 33}}));
}

TEST_F(Z3, GivesACoreWithoutTheInnocent) {
  const Answer answer = ask({make(Op::Slt, x, y), make(Op::Eq, f, real(1)), make(Op::Slt, y, x)});
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer));
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{0, 2}));
}

TEST_F(Z3, AnswersRightAfterLeavingAndReenteringAPrefix) {
  const Expr less = make(Op::Slt, x, y), more = make(Op::Slt, y, x), same = make(Op::Eq, x, y);
  EXPECT_TRUE(sat({less}));
  EXPECT_TRUE(unsat({less, more}));
  EXPECT_TRUE(unsat({less, same}));
  EXPECT_TRUE(sat({more}));
  EXPECT_TRUE(sat({same}));
  EXPECT_TRUE(unsat({more, less}));
  EXPECT_TRUE(sat({less}));
}

TEST_F(Z3, KnowsOurDivisionAndShifts) {
  const Expr zero = pool.constant(0, 32);
  const Expr divided = pool.make_unsimplified({Op::SDiv, 32, {x, y, {}}, 0});
  EXPECT_TRUE(
      unsat({make(Op::Eq, y, zero), make(Op::Slt, x, zero), make(Op::Ne, divided, pool.constant(1, 32))}));
  const Expr shifted = make(Op::Shl, pool.constant(1, 32), y);
  EXPECT_TRUE(sat({make(Op::Eq, y, pool.constant(35, 32)), make(Op::Eq, shifted, pool.constant(8, 32))}));
  EXPECT_TRUE(unsat({make(Op::Eq, shifted, zero)}));
}

TEST_F(Z3, KnowsThatNaNIsNotEqualToItselfAndZerosAre) {
  EXPECT_TRUE(sat({pool.negate(make(Op::FEq, f, f))}));
  EXPECT_TRUE(sat({make(Op::FEq, f, g), make(Op::Ne, f, g)})) << "0.0 and -0.0";
  EXPECT_TRUE(unsat({make(Op::FEq, f, g), make(Op::Ne, f, g), pool.negate(make(Op::FEq, f, real(0)))}));
  EXPECT_TRUE(sat({pool.negate(make(Op::FLt, f, g)), pool.negate(make(Op::FLe, g, f))})) << "unordered";
  EXPECT_TRUE(unsat({make(Op::FLt, f, g), make(Op::FUno, f, g)}));
}

TEST_F(Z3, DoesFloatArithmetic) {
  const Expr sum = make(Op::FAdd, f, real(1));
  EXPECT_TRUE(sat({make(Op::FEq, sum, real(3.5))}));
  EXPECT_TRUE(sat({make(Op::FEq, sum, f)})) << "large numbers absorb 1";
  EXPECT_TRUE(unsat({make(Op::FEq, sum, f), make(Op::FLt, pool.unary(Op::FAbs, f, 64), real(1000))}));
  EXPECT_TRUE(sat({make(Op::FEq, pool.unary(Op::FSqrt, f, 64), real(1.5))}));
}

TEST_F(Z3, ConvertsLikeTheProcessor) {
  const Expr whole = pool.unary(Op::FToS, f, 32);
  const auto c = [&](std::uint64_t value) { return pool.constant(value, 32); };
  EXPECT_TRUE(sat({make(Op::Eq, whole, c(7)), make(Op::FLt, real(7.5), f)}));
  EXPECT_TRUE(unsat({make(Op::FLe, real(2147483648.0), f), make(Op::Ne, whole, c(0x8000'0000))}));
  EXPECT_TRUE(unsat({make(Op::FUno, f, f), make(Op::Ne, whole, c(0x8000'0000))}));
  EXPECT_TRUE(sat({make(Op::FLt, f, real(-2147483648.0)), make(Op::FLt, real(-2147483649.0), f)}));
  const Expr back = pool.unary(Op::SToF, x, 64);
  EXPECT_TRUE(sat({make(Op::FEq, back, real(-5))}));
  EXPECT_TRUE(unsat({make(Op::FEq, back, real(2.5))}));
  EXPECT_TRUE(sat({make(Op::FEq, pool.unary(Op::FToF, f, 32), pool.constant(0x3fc0'0000, 32)),
                   make(Op::Ne, f, real(1.5))}));
}

TEST_F(Z3, SeesTheBitsOfFloats) {
  const Expr quotient = make(Op::FDiv, f, g);
  const Expr sign = pool.extract(quotient, 63, 1);
  EXPECT_TRUE(sat({sign, make(Op::FEq, f, real(0)), make(Op::FEq, g, real(0))}))
      << "0/0 has its sign bit set";
  EXPECT_TRUE(unsat({pool.negate(sign), make(Op::FEq, f, real(0)), make(Op::FEq, g, real(0))}));
  EXPECT_TRUE(unsat({make(Op::FUno, quotient, quotient),
                     make(Op::Ult, pool.extract(quotient, 51, 12), pool.constant(0xfff, 12))}))
      << "results are quiet NaNs";
}

TEST_F(Z3, GivesUpInTimeWithAReason) {
  Expr product = pool.constant(1, 64);
  const Expr a = pool.unary(Op::ZExt, x, 64), b = pool.unary(Op::ZExt, y, 64);
  product = make(Op::Mul, a, b);
  // A product of two primes near 2^31, each factor odd and above 1.
  const std::vector<Expr> hard{make(Op::Eq, product, pool.constant(2147483647ULL * 2147483629ULL, 64)),
                               make(Op::Ult, pool.constant(1, 32), x), make(Op::Ult, x, y)};
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = ask(hard, 50ms);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_FALSE(std::get<Unknown>(answer).reason.empty());
  EXPECT_TRUE(sat({make(Op::Slt, x, y)})) << "and goes on";
  EXPECT_TRUE(std::holds_alternative<Unknown>(ask({make(Op::Slt, y, x)}, 0ms)));
}

TEST_F(Z3, TurnsWhatItCannotTranslateIntoUnknown) {
  const Expr half = pool.make_unsimplified({Op::FAdd, 16, {pool.input(8, 16), pool.input(9, 16), {}}, 0});
  EXPECT_TRUE(std::holds_alternative<Unknown>(ask({make(Op::Eq, half, pool.constant(1, 16))})));
  const Expr narrow = make(Op::Eq, pool.input(20, 8), pool.constant(1, 8));
  EXPECT_TRUE(sat({narrow}));
  EXPECT_TRUE(std::holds_alternative<Unknown>(ask({make(Op::Eq, pool.input(20, 16), pool.constant(1, 16))})));
  EXPECT_TRUE(sat({narrow}));
}

TEST_F(Z3, TranslatesTermsAsDeepAsALongLoop) {
  Expr sum = x;
  for (std::uint32_t i = 0; i < 20'000; ++i) sum = make(Op::Xor, sum, pool.input(4 + i % 3, 32));
  EXPECT_TRUE(sat({make(Op::Eq, sum, y)}));
}

TEST(Stack, ExploresExactlyTheFeasiblePaths) {
  const auto paths = [](const test::Program& program) {
    expr::Pool pool;
    const auto solver = make_solver(pool);
    const test::Exploration result = test::explore(pool, *solver, program, 5000);
    EXPECT_EQ(result.unknown, 0U);
    EXPECT_EQ(result.astray, 0U);
    return result.paths;
  };
  EXPECT_EQ(paths(test::triangle), 11U) << "sums may overflow";
  EXPECT_EQ(paths(test::bubble_sort(3)), 6U);
  EXPECT_EQ(paths(test::bubble_sort(5)), 120U) << "one path for each order";
  EXPECT_EQ(paths(test::binary_search(8)), 24U) << "7 unsorted arrays, 8 keys found, 9 gaps";
}

}  // namespace
}  // namespace espalier::solve
