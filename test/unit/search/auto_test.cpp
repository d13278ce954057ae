// The default strategy: it does not get lost among alternatives.  Where the solver gives up it evolves
// inputs, only then, and never for long in vain.
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/search/compiled.h"

namespace espalier::search {
namespace {

using simulated::Written;

/// Settles nothing.
class GivesUp final : public solve::Solver {
 public:
  solve::Answer solve(const solve::Query&) override { return solve::Unknown{"too hard"}; }
  void collect(solve::Statistics&) const override {}
};

struct Explored {
  Outcome outcome;
  std::vector<Input> inputs;  ///< of all runs but those in batches

  [[nodiscard]] std::size_t covered() const {
    return static_cast<std::size_t>(
        std::ranges::count(outcome.verdicts, Verdict::Covered, &GoalVerdict::verdict));
  }
};

class Function {
 public:
  explicit Function(const std::string& text) : written_(text) {}
  Explored explore(Options options = {}) {
    expr::Pool pool;
    const auto solver = solve::make_solver(pool, options.solver);
    return explore(options, pool, *solver);
  }
  Explored explore_without_solver(Options options = {}) {
    expr::Pool pool;
    GivesUp solver;
    return explore(options, pool, solver);
  }

 private:
  Explored explore(Options options, expr::Pool& pool, solve::Solver& solver) {
    options.strategy = "auto";
    options.budget = std::chrono::seconds(20);
    Explored explored;
    explored.outcome = written_.compiled().explore(options, pool, solver, explored.inputs);
    return explored;
  }

  Written written_;
};

TEST(Auto, FindsSidesThatNoRunTookAmongManyAlternatives) {
  // Loops leave many alternatives that cover nothing; the five sides left out by the first run take one run
  // each, and few runs are in vain.
  Function function(R"(
int f(const char s[6]) {
  int n = 0, seen = 0;
  for (int i = 0; i < 6; i++) n += s[i] > 10;
  for (int i = 0; i < 6; i++) {
    if (s[i] == 'a') seen |= 1;
    if (s[i] == 'b') seen |= 2;
    if (s[i] == 'c') seen |= 4;
    if (s[i] == 'd') seen |= 8;
  }
  return n + seen;
})");
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Explored explored = function.explore({.seed = seed, .exhaustive = false});
    EXPECT_EQ(explored.outcome.stopped_by, "goals");
    EXPECT_LE(explored.outcome.iterations, 10u) << seed;
  }
}

constexpr char lock[] = R"(
int f(int a, int b, int c) {
  if (a > 1000)
    if (b == a + 17)
      if (c == a - b * 3) return 1;
  return 0;
})";

TEST(Auto, EvolvesInputsWhereTheSolverGivesUp) {
  const Explored explored = Function(lock).explore_without_solver();
  EXPECT_EQ(explored.covered(), 6u);
  EXPECT_GT(explored.outcome.evaluations, 0u);
  EXPECT_GT(explored.outcome.solver_calls, 0u);
  EXPECT_TRUE(explored.outcome.mismatches.empty());
}

TEST(Auto, DoesWithTheSameSeedTheSameWhereTheSolverGivesUp) {
  Function function(lock);
  const Explored first = function.explore_without_solver(), second = function.explore_without_solver(),
                 other = function.explore_without_solver({.seed = 2});
  EXPECT_EQ(first.inputs, second.inputs);
  EXPECT_EQ(first.outcome.evaluations, second.outcome.evaluations);
  EXPECT_NE(first.inputs, other.inputs);
}

TEST(Auto, EvolvesNothingWhereTheSolverDoesNotGiveUp) {
  Function function(R"(
int f(int a, int b, int c) {
  if (a == b + 12345) {
    if (a * c == 77777777) return 1;
    if (a == b) return 2;
  }
  return 0;
})");
  const Explored explored = function.explore();
  EXPECT_EQ(explored.outcome.evaluations, 0u);
  EXPECT_EQ(explored.covered(), 5u);
  EXPECT_TRUE(explored.outcome.exhausted);
}

TEST(Auto, SolvesForWhatLiesBesideThePathOfAnEvolvedInput) {
  // The sum has no term, the key no slope.  Thousands of alternatives in the loop are none of them urgent.
  Function function(R"(
#include <math.h>
int f(unsigned key, double x, const unsigned char text[12]) {
  int n = 0;
  for (int i = 0; i < 12; i++) if (text[i] & 1 << i % 8) n++; else n--;
  if (sin(x) + n > 12.99) {
    unsigned h = (key ^ key >> 16) * 0x7feb352du;
    h = (h ^ h >> 15) * 0x846ca68bu;
    if ((h ^ h >> 16) == 12345) return 1;
  }
  return 0;
})");
  const Explored explored = function.explore();
  EXPECT_EQ(explored.covered(), explored.outcome.verdicts.size());
  EXPECT_LT(explored.outcome.solver_calls, 4'000u);
}

TEST(Auto, EvolvesFromSolvedInputsWhoseNewSidesAreConcrete) {
  // Behind the lock nothing is symbolic: the input that opens it takes new sides and brings no node.
  Function function(R"(
#include <math.h>
int f(unsigned key, double x) {
  if (!(x > 1 && x < 100)) return 0;
  const double size = exp(x);
  unsigned h = (key ^ key >> 16) * 0x7feb352du;
  h = (h ^ h >> 15) * 0x846ca68bu;
  if ((h ^ h >> 16) != 77) return 1;
  return size > 1000 && size < 1001 ? 2 : 3;
})");
  const Explored explored = function.explore();
  EXPECT_EQ(explored.covered(), explored.outcome.verdicts.size());
}

TEST(Auto, SoonStopsWhereNothingShowsTheWay) {
  Function function(R"(
volatile int device;
int f(int a) {
  if (a > 3)
    if (device == 1) return 1;
  return 0;
})");
  const Explored explored = function.explore();
  EXPECT_EQ(explored.covered(), 3u);
  EXPECT_GT(explored.outcome.evaluations, 0u);
  EXPECT_LT(explored.outcome.evaluations, 100'000u);
  EXPECT_EQ(std::ranges::count(explored.outcome.verdicts, Verdict::Unknown, &GoalVerdict::verdict), 1);
}

TEST(Auto, StopsWhenNothingComesNearerForLong) {
  Function function(R"(
#include <math.h>
int f(double x) { return x > 0 && x < 100 && sin(x) > 1.5 ? 1 : 0; })");
  const Explored explored = function.explore();
  EXPECT_EQ(explored.covered(), 5u);
  EXPECT_LT(explored.outcome.evaluations, 1'000'000u);
  EXPECT_EQ(explored.outcome.stopped_by, "exhausted");
}

TEST(Auto, CountsEvaluatedInputsAsIterations) {
  const Explored explored = Function(lock).explore_without_solver({.iterations = 400});
  EXPECT_EQ(explored.outcome.stopped_by, "iterations");
  EXPECT_LE(explored.outcome.iterations + explored.outcome.evaluations, 600u);
}

}  // namespace
}  // namespace espalier::search
