// The strategy on compiled functions: what each half can, and that nothing depends on chance but the seed.
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/search/compiled.h"

namespace espalier::search {
namespace {

using simulated::Written;

/// A function of a text.
class Function {
 public:
  explicit Function(const std::string& text) : written_(text) {}
  Outcome explore(Options options) {
    options.budget = std::chrono::seconds(20);
    return written_.compiled().explore(std::move(options));
  }

 private:
  Written written_;
};

Options evolution_alone(evolve::Algorithm algorithm = evolve::Algorithm::Both,
                        evolve::Fitness fitness = evolve::Fitness::Distance) {
  Options options{.strategy = "evolve"};
  options.evolve.settings.algorithm = algorithm;
  options.evolve.settings.fitness = fitness;
  options.evolve.path_rounds = 0;
  options.evolve.reduce = false;
  return options;
}

std::size_t count(const Outcome& outcome, Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::count(outcome.verdicts, verdict, &GoalVerdict::verdict));
}

constexpr char triangle[] = R"(
int f(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return 0;
  if (a > 30000 || b > 30000 || c > 30000) return 0;
  if (a + b <= c || b + c <= a || a + c <= b) return 0;
  if (a == b && b == c) return 3;
  if (a == b || b == c || a == c) return 2;
  return a * a + b * b == c * c ? 4 : 1;
})";

TEST(Evolve, CoversATriangleWithoutASolver) {
  Function function(triangle);
  for (const auto algorithm : {evolve::Algorithm::Standard, evolve::Algorithm::Both}) {
    const Outcome outcome = function.explore(evolution_alone(algorithm));
    EXPECT_EQ(count(outcome, Verdict::Covered), outcome.verdicts.size());
    EXPECT_EQ(outcome.solver_calls, 0u);
    EXPECT_GT(outcome.evaluations, 0u);
  }
}

TEST(Evolve, WithTheSameSeedFindsTheSameTests) {
  Function function(triangle);
  const auto inputs = [&](Options options) {
    std::vector<Input> found;
    for (const Candidate& candidate : function.explore(std::move(options)).candidates)
      found.push_back(candidate.input);
    return found;
  };
  Options alone = evolution_alone(), all{.strategy = "evolve"};
  EXPECT_EQ(inputs(alone), inputs(alone));
  EXPECT_EQ(inputs(all), inputs(all));
  Options other = alone;
  other.seed = 2;
  EXPECT_NE(inputs(alone), inputs(other));
}

constexpr char both_needed[] = R"(
#include <math.h>
int f(unsigned key, double x) {
  unsigned h = (key ^ key >> 16) * 0x7feb352du;
  h = (h ^ h >> 15) * 0x846ca68bu;
  if ((h ^ h >> 16) != 12345) return 0;
  if (cos(x) < -0.99999) return 1;
  return 2;
})";

TEST(Evolve, GoesWhereNeitherHalfGetsAlone) {
  Function function(both_needed);
  const Outcome solved = function.explore({.strategy = "cfg-directed"});
  EXPECT_EQ(count(solved, Verdict::Covered), 3u);
  EXPECT_EQ(count(solved, Verdict::Infeasible), 0u);
  Options alone = evolution_alone();
  alone.iterations = 500'000;
  EXPECT_LT(count(function.explore(alone), Verdict::Covered), 4u);
  EXPECT_EQ(count(function.explore({.strategy = "evolve"}), Verdict::Covered), 4u);
}

TEST(Evolve, SearchesInReducedDomains) {
  // 1 / 2^64 of the inputs; known bounds make it 1 / 2^20.
  Function function(R"(
int f(int a, int b) {
  if (a < 1000000 || a > 1001000) return 0;
  if (b < a || b > a + 1000) return 0;
  return (a ^ b) % 1021 == 7 ? 1 : 2;
})");
  Options options{.strategy = "evolve"};
  options.evolve.path_rounds = 0;
  const Outcome outcome = function.explore(options);
  EXPECT_EQ(count(outcome, Verdict::Covered), outcome.verdicts.size());
}

TEST(Evolve, SurvivesUnitsThatFail) {
  Function function(R"(
#include <stdlib.h>
int f(int a, int b) {
  if (a == 12345) abort();
  if (b == 54321) return 10 / (a - a);
  while (a > 1000000) a++, b--, a--;
  return a == b + 777 ? 1 : 0;
})");
  const Outcome outcome = function.explore({.strategy = "evolve", .iterations = 40'000});
  EXPECT_TRUE(outcome.mismatches.empty());
  EXPECT_GE(count(outcome, Verdict::Covered), 7u);
}

}  // namespace
}  // namespace espalier::search
