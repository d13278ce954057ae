// What must be true of every strategy, also of those that are written later.
#include <gtest/gtest.h>

#include <algorithm>

#include "search/strategy.h"
#include "unit/search/compiled.h"
#include "unit/search/trial.h"

namespace espalier::search {
namespace {

using namespace simulated;
using expr::Op;

std::string word(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

std::vector<std::string> all_but(const std::vector<std::string_view>& left_out) {
  std::vector<std::string> all;
  for (const StrategyEntry& entry : strategies())
    if (std::ranges::find(left_out, entry.name) == left_out.end()) all.emplace_back(entry.name);
  return all;
}

/// `draw` works on a graph of blocks, which simulated programs do not have, and on paths up to a length.
class EveryStrategy : public testing::TestWithParam<std::string> {};
class EveryStrategyAndDraw : public testing::TestWithParam<std::string> {};
/// `hybrid` also runs inputs that nobody solved for.
class EveryStrategyThatSolves : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategy, testing::ValuesIn(all_but({"draw"})), word);
INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategyAndDraw, testing::ValuesIn(all_but({})), word);
INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategyThatSolves, testing::ValuesIn(all_but({"draw", "hybrid"})),
                         word);

std::filesystem::path program(const std::string& name) {
  return std::filesystem::path(ESPALIER_SOURCE_DIR) / "test" / "programs" / (name + ".c");
}

struct Unit {
  const char *file, *function;
};
constexpr Unit units[] = {{"figure2_look_ahead", "nested_loops"},
                          {"figure3_call_depth", "caller"},
                          {"figure4_call_depth", "caller"},
                          {"figure5_solve_first", "ladder"}};

TEST_P(EveryStrategyAndDraw, TriesTheSameInputsForTheSameSeed) {
  for (const Unit& unit : units) {
    Compiled compiled(program(unit.file), unit.function);
    const auto inputs = [&](std::uint64_t seed) {
      std::vector<Input> all;
      compiled.explore(
          {.strategy = GetParam(), .seed = seed, .iterations = 150, .depth = 8, .exhaustive = true}, all);
      return all;
    };
    const auto first = inputs(7);
    EXPECT_GT(first.size(), 1u);
    EXPECT_TRUE(first == inputs(7)) << unit.file;
  }
}

TEST_P(EveryStrategy, CoversAndProvesWhatDepthFirstSearchDoes) {
  for (const Unit& unit : units)
    for (const bool whole : {false, true}) {
      Compiled compiled(program(unit.file), unit.function);
      const Options options{.strategy = "dfs", .depth = 7, .exhaustive = true};
      Options other = options;
      other.strategy = GetParam();
      const Outcome expected = compiled.explore(options, whole), outcome = compiled.explore(other, whole);
      EXPECT_EQ(outcome.exhausted, expected.exhausted) << unit.file;
      EXPECT_EQ(outcome.stopped_by, expected.stopped_by) << unit.file;
      EXPECT_EQ(outcome.paths, expected.paths) << unit.file;
      EXPECT_TRUE(outcome.mismatches.empty());
      ASSERT_EQ(outcome.verdicts.size(), expected.verdicts.size());
      for (std::size_t i = 0; i < outcome.verdicts.size(); ++i)
        EXPECT_EQ(outcome.verdicts[i].verdict, expected.verdicts[i].verdict)
            << unit.file << ", goal " << i << ": " << outcome.verdicts[i].why;
    }
}

TEST_P(EveryStrategy, GoesOnFromARunThatWentElsewhereAndCoveredSomethingNew) {
  // Something that we do not see looks at x: for x = 5 the run never comes to the branch it was solved for,
  // but to one that is less deep.
  Trial trial(GetParam());
  const auto hidden = trial.sites.approximation("call of 'look'");
  const auto first = trial.sites.branch(), five = trial.sites.branch(), elsewhere = trial.sites.branch(),
             deeper = trial.sites.branch();
  const Outcome outcome = trial.explore([&](Tracer& t) {
    const auto is = [&](std::uint32_t variable, std::uint64_t value) {
      return t.binary(Op::Eq, t.input(variable, 8), Tracer::constant(value, 8));
    };
    t.approximate(hidden);
    if (t.input(0, 8).value == 5) {
      if (t.branch(elsewhere, is(1, 3))) t.branch(deeper, is(2, 9));
    } else {
      t.branch(first, is(3, 0));
      t.branch(five, is(0, 5));
    }
  });
  for (const auto site : {elsewhere, deeper})
    for (const std::uint32_t side : {0u, 1u}) EXPECT_EQ(trial.verdict(outcome, site, side), Verdict::Covered);
  EXPECT_EQ(trial.verdict(outcome, five, 0), Verdict::Unknown) << "no proof on an approximate path";
  EXPECT_TRUE(outcome.mismatches.empty());
}

TEST_P(EveryStrategyThatSolves, RunsNothingWhereTheSolverSaysThereIsNoSuchInput) {
  Trial trial(GetParam());
  const auto low = trial.sites.branch(), high = trial.sites.branch(), even = trial.sites.branch();
  const Outcome outcome = trial.explore([&](Tracer& t) {
    const Value x = t.input(0, 8);
    if (!t.branch(low, t.binary(Op::Ult, x, Tracer::constant(10, 8)))) return;
    t.branch(high, t.binary(Op::Ult, Tracer::constant(20, 8), x));
    t.branch(even, t.binary(Op::Eq, t.binary(Op::And, x, Tracer::constant(1, 8)), Tracer::constant(0, 8)));
  });
  EXPECT_EQ(outcome.iterations, 3u) << "one for each path";
  EXPECT_EQ(outcome.paths, 3u);
  EXPECT_EQ(outcome.solver_calls, 3u) << "two with an answer, one without";
  EXPECT_EQ(trial.verdict(outcome, high, 0), Verdict::Infeasible);
  EXPECT_EQ(trial.verdict(outcome, even, 1), Verdict::Covered);
  EXPECT_TRUE(outcome.exhausted);
}

TEST_P(EveryStrategyThatSolves, AsksNothingTwiceOfASolverThatGivesUp) {
  Trial trial(GetParam());
  const auto a = trial.sites.branch(), b = trial.sites.branch();
  trial.solver.refuse = "no time";
  const Outcome outcome = trial.explore([&](Tracer& t) {
    for (const auto site : {a, b}) t.branch(site, t.binary(Op::Eq, t.input(site, 8), Tracer::constant(0, 8)));
  });
  EXPECT_EQ(outcome.solver_calls, 2u);
  EXPECT_EQ(trial.verdict(outcome, a, 1), Verdict::Unknown);
}

TEST_P(EveryStrategy, EndsAfterOneRunWithoutChoices) {
  Trial trial(GetParam());
  trial.sites.branch();
  const Outcome outcome = trial.explore([](Tracer&) {});
  EXPECT_EQ(outcome.iterations, 1u);
  EXPECT_EQ(outcome.stopped_by, "exhausted");
}

TEST_P(EveryStrategy, TakesUpWhatAPruningRuleGivesBack) {
  Compiled compiled(program("figure4_call_depth"), "caller");
  const Outcome outcome = compiled.explore({.strategy = GetParam(), .prune = {"call-depth=auto"}});
  EXPECT_TRUE(std::ranges::all_of(outcome.verdicts,
                                  [](const GoalVerdict& goal) { return goal.verdict == Verdict::Covered; }));
}

}  // namespace
}  // namespace espalier::search
