// What back ends promise beyond right answers: time, survival, streams on file.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "base/files.h"
#include "expr/evaluate.h"
#include "solve/record.h"
#include "solve/solver.h"
#include "unit/solve/explore.h"

namespace espalier::solve {
namespace {

using expr::Expr;
using expr::Op;
using namespace std::chrono_literals;

/// A back end with a will of its own.
class Unruly final : public Solver {
 public:
  explicit Unruly(void (*act)()) : act_(act) {}
  Answer solve(const Query&) override {
    act_();
    return Unsat{{0}};
  }
  void collect(Statistics&) const override {}

 private:
  void (*act_)();
};

class BackEnds : public ::testing::Test {
 protected:
  Answer apart(void (*act)(), std::chrono::milliseconds budget = 2s) {
    const std::vector<Expr> constraints{pool.binary(Op::Slt, x, y)};
    return run_apart("unruly", std::make_unique<Unruly>(act))->solve({constraints, Input{}, budget});
  }
  /// The product of two primes of 32 bits without a pattern: factoring is hard for every solver.
  std::vector<Expr> hard() {
    const Expr a = pool.unary(Op::ZExt, x, 64), b = pool.unary(Op::ZExt, y, 64);
    return {pool.binary(Op::Eq, pool.binary(Op::Mul, a, b), pool.constant(2971215073ULL * 4093082899ULL, 64)),
            pool.binary(Op::Ult, pool.constant(1, 32), x), pool.binary(Op::Ult, x, y)};
  }
  expr::Pool pool;
  Expr x = pool.input(0, 32), y = pool.input(1, 32);
};

TEST_F(BackEnds, ThatCrashOrHangApartAreUnknown) {
  const Answer crashed = apart([] { std::abort(); });
  ASSERT_TRUE(std::holds_alternative<Unknown>(crashed));
  EXPECT_NE(std::get<Unknown>(crashed).reason.find("died"), std::string::npos);
  const auto start = std::chrono::steady_clock::now();
  const Answer hung = apart(
      [] {
        for (;;) {
        }
      },
      200ms);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
  ASSERT_TRUE(std::holds_alternative<Unknown>(hung));
  EXPECT_NE(std::get<Unknown>(hung).reason.find("time"), std::string::npos);
  EXPECT_TRUE(std::holds_alternative<Unsat>(apart([] {}))) << "answers come back";
}

TEST_F(BackEnds, ThatTakeTooMuchMemoryApartAreUnknown) {
#ifndef __SANITIZE_ADDRESS__  // no limit there
  const Answer greedy = apart(
      [] {
        for (std::vector<std::unique_ptr<char[]>> blocks;;)  // never touched: only addresses are used up
          blocks.emplace_back(new char[std::size_t{256} << 20]);
      },
      10s);
  ASSERT_TRUE(std::holds_alternative<Unknown>(greedy));
  EXPECT_NE(std::get<Unknown>(greedy).reason.find("memory"), std::string::npos);
#endif
}

TEST_F(BackEnds, ThatThrowApartAreUnknown) {
  const Answer thrown = apart([] { throw std::runtime_error("odd"); });
  ASSERT_TRUE(std::holds_alternative<Unknown>(thrown));
  EXPECT_NE(std::get<Unknown>(thrown).reason.find("odd"), std::string::npos);
}

// The whole stack, within 10 %.  On a loaded machine anything can be late once, but not always.
TEST_F(BackEnds, KeepTheirTime) {
  // Newton's iteration for the cube root: circuits of dividers, on which a SAT solver forgets the time.
  const auto cube_root = [&] {
    const auto real = [&](double value) { return pool.constant(std::bit_cast<std::uint64_t>(value), 64); };
    const Expr radicand = pool.input(0, 64);
    Expr r = real(1);
    for (int i = 0; i < 3; ++i) {
      const Expr square = pool.binary(Op::FMul, r, r);
      const Expr rest = pool.binary(Op::FSub, pool.binary(Op::FMul, square, r), radicand);
      r = pool.binary(Op::FSub, r, pool.binary(Op::FDiv, rest, pool.binary(Op::FMul, real(3), square)));
    }
    return std::vector<Expr>{pool.binary(Op::FLt, real(2), radicand), pool.binary(Op::FLt, radicand, real(3)),
                             pool.binary(Op::FLt, r, real(1.1))};
  };
  const auto many_products = [&] {
    Expr sum = pool.constant(0, 64);
    for (std::uint32_t i = 0; i < 120; ++i)
      sum = pool.binary(Op::Xor, sum, pool.binary(Op::Mul, pool.input(i, 64), pool.input(i + 1, 64)));
    return std::vector<Expr>{
        pool.binary(Op::Eq, pool.binary(Op::Mul, sum, sum), pool.constant(12345671, 64))};
  };
#ifdef __SANITIZE_ADDRESS__  // everything takes several times as long
  constexpr double most = 2;
#else
  constexpr double most = 1.1;
#endif
  int ran_out = 0;
  for (const std::vector<Expr>& query : {hard(), cube_root(), many_products()})
    for (const auto budget : {100ms, 600ms}) {
      double least = 10;
      for (int attempt = 0; attempt < 5 && least > most; ++attempt) {
        const auto solver = make_solver(pool);
        const auto start = std::chrono::steady_clock::now();
        const Answer answer = solver->solve({query, Input{}, budget});
        const auto taken = std::chrono::steady_clock::now() - start;
        least = std::min(least, std::chrono::duration<double>(taken) / budget);
        ran_out += std::holds_alternative<Unknown>(answer) && taken > budget * 9 / 10 ? 1 : 0;
      }
      EXPECT_LE(least, most) << "of " << budget.count()
                             << " ms: " << to_text(pool, query.back()).substr(0, 200);
    }
  EXPECT_GE(ran_out, 2) << "the queries are hard enough to need the clock";
}

TEST_F(BackEnds, BitsGiveACoreWithoutTheInnocent) {
  const auto solver = bit_blasting(pool, nullptr);
  const std::vector<Expr> query{pool.binary(Op::Slt, x, y),
                                pool.binary(Op::Eq, pool.input(2, 8), pool.constant(1, 8)),
                                pool.binary(Op::Slt, y, x)};
  const Answer answer = solver->solve({query, Input{}, 1s});
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer));
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{0, 2}));
}

// A model of the constraints asked first breaks the next one, and so on to the end of the chain.
TEST_F(BackEnds, BitsBringInEveryConstraintThatAModelBreaks) {
  const auto solver = bit_blasting(pool, nullptr);
  const std::uint32_t links = 40;
  std::vector<Expr> query;
  for (std::uint32_t i = 0; i < links; ++i)  // true of the seed, all of them
    query.push_back(pool.binary(Op::Ule, pool.input(i, 8), pool.input(i + 1, 8)));
  query.push_back(pool.binary(Op::Ult, pool.constant(99, 8), pool.input(0, 8)));
  const Answer answer = solver->solve({query, Input{}, 1s});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  expr::Evaluator evaluate(pool);
  evaluate.reset(std::get<Sat>(answer).input);
  for (const Expr constraint : query) EXPECT_EQ(evaluate(constraint), 1U);

  query.push_back(pool.binary(Op::Ult, pool.input(links, 8), pool.constant(50, 8)));
  const Answer none = solver->solve({query, Input{}, 1s});
  ASSERT_TRUE(std::holds_alternative<Unsat>(none));
  EXPECT_EQ(std::get<Unsat>(none).core.size(), query.size());
}

// One link for each question to the SAT solver would be 1,000 questions, each longer than the one before.
TEST_F(BackEnds, BitsFollowALongChainAtOnce) {
  const auto solver = bit_blasting(pool, nullptr);
  const std::uint32_t links = 1000;
  std::vector<Expr> query;
  for (std::uint32_t i = 0; i < links; ++i)
    query.push_back(pool.binary(Op::Ule, pool.input(i, 8), pool.input(i + 1, 8)));
  query.push_back(pool.binary(Op::Ult, pool.constant(99, 8), pool.input(0, 8)));
  EXPECT_TRUE(std::holds_alternative<Sat>(solver->solve({query, Input{}, 500ms})));
}

TEST_F(BackEnds, BitsAreNotPutOffByWhatTheSeedFulfils) {
  const auto solver = bit_blasting(pool, nullptr);
  std::vector<Expr> query;  // too large for the time, but true of the seed and of its neighbours
  for (std::uint32_t i = 2; i < 200; ++i) {
    const Expr y = pool.input(i, 32);
    query.push_back(pool.binary(Op::Ule, pool.binary(Op::Mul, y, y), x));
  }
  query.push_back(pool.binary(Op::Ult, pool.constant(99, 32), x));
  const Answer answer = solver->solve({query, Input{}, 10ms});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
}

TEST_F(BackEnds, BitsLeaveAloneWhatTheSeedFulfils) {
  const auto solver = bit_blasting(pool, nullptr);
  const Input seed({7, 9, 200});
  const std::vector<Expr> query{pool.binary(Op::Slt, x, y),
                                pool.binary(Op::Ult, pool.constant(100, 8), pool.input(2, 8)),
                                pool.binary(Op::Eq, x, pool.constant(8, 32))};
  const Answer answer = solver->solve({query, seed, 1s});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(std::get<Sat>(answer).input, Input({8, 9, 200}));
}

TEST_F(BackEnds, BitsRefuseWhatWouldTakeAllMemory) {
  const auto solver = bit_blasting(pool, nullptr);
  Expr product = pool.input(0, 64);
  for (std::uint32_t i = 1; i < 1000; ++i) product = pool.binary(Op::Mul, product, pool.input(i, 64));
  const std::vector<Expr> query{pool.binary(Op::Eq, product, pool.constant(12345, 64))};
  const Answer answer = solver->solve({query, Input{}, 1s});
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_NE(std::get<Unknown>(answer).reason.find("too large"), std::string::npos);
}

TEST_F(BackEnds, ADisagreementBecomesAComplaint) {
  const auto liar = check_unsat(pool, z3_backend(pool), std::make_unique<Unruly>([] {}));
  const std::vector<Expr> query{pool.binary(Op::Slt, x, y)};
  EXPECT_TRUE(std::holds_alternative<Unknown>(liar->solve({query, Input{}, 1s})));
  Statistics statistics;
  liar->collect(statistics);
  ASSERT_EQ(statistics.front().second.complaints.size(), 1U);
  const std::vector<Expr> contradiction{pool.binary(Op::Slt, x, x)};
  EXPECT_TRUE(std::holds_alternative<Unsat>(liar->solve({contradiction, Input{}, 1s})));
}

TEST_F(BackEnds, RecordedQueriesComeBackAsTheyWere) {
  const ScratchDirectory scratch;
  const std::string file = (scratch.path() / "queries").string();
  const std::vector<Expr> query{pool.binary(Op::Slt, pool.binary(Op::Add, x, y), pool.constant(7, 32)),
                                pool.binary(Op::FLt, pool.input(3, 64), pool.input(4, 64))};
  const Input seed{{1, 2, 3}};
  {
    const auto solver = record_queries(pool, file, z3_backend(pool));
    (void)solver->solve({query, seed, 1s});
    (void)solver->solve({std::span(query).first(1), seed, 2s, true});
  }
  expr::Pool other;
  const auto read = read_queries(file, other);
  ASSERT_TRUE(read) << read.error();
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ((*read)[0].seed, seed);
  EXPECT_EQ((*read)[1].budget, 2s);
  EXPECT_FALSE((*read)[0].seed_keeps_prefix);
  EXPECT_TRUE((*read)[1].seed_keeps_prefix);
  ASSERT_EQ((*read)[0].constraints.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(to_text(other, (*read)[0].constraints[i]), to_text(pool, query[i]));
  EXPECT_FALSE(read_queries(scratch.path() / "missing", other));
}

TEST_F(BackEnds, SmtlibTextDeclaresDefinesAsserts) {
  const std::vector<Expr> query{pool.binary(Op::Slt, x, pool.constant(7, 32))};
  const std::string text = to_smtlib(pool, query);
  for (const char* part : {"(declare-const x0 (_ BitVec 64))", "bvslt", "(assert (= t", "(check-sat)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

}  // namespace
}  // namespace espalier::solve
