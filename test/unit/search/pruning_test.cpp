// The three rules of Bardin and Herrmann's paper on real programs: its figures 2 to 5, and ours.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/result.h"
#include "search/pruning.h"
#include "unit/search/compiled.h"

namespace espalier::search {
namespace {

using simulated::Compiled;

std::filesystem::path figure(const std::string& name) {
  return std::filesystem::path(ESPALIER_SOURCE_DIR) / "test" / "programs" / (name + ".c");
}

struct Config {
  std::string name, strategy = "dfs";
  std::vector<std::string> prune;
};
const Config plain{"BP", "dfs", {}};
const Config ahead{"BP+LA", "dfs", {"look-ahead"}};
const Config everywhere{"BP+LA every branch", "dfs", {"look-ahead=every-branch"}};
const Config first{"BP+SF", "solve-first", {}};
const Config ahead_first{"BP+LA+SF", "solve-first", {"look-ahead"}};

Options options(const Config& config, std::uint32_t depth = 256) {
  return {
      .strategy = config.strategy, .budget = std::chrono::seconds(30), .depth = depth, .prune = config.prune};
}

std::set<coverage::GoalId> with(const Outcome& outcome, Verdict verdict) {
  std::set<coverage::GoalId> ids;
  for (coverage::GoalId id = 0; id < outcome.verdicts.size(); ++id)
    if (outcome.verdicts[id].verdict == verdict) ids.insert(id);
  return ids;
}

TEST(LookAhead, NeedsThreePathsWhereDepthFirstSearchNeedsTwoToTheDepth) {
  Compiled program(figure("figure2_look_ahead"), "nested_loops");
  for (const std::uint32_t depth : {4u, 8u, 12u}) {
    const Outcome all = program.explore(options(plain, depth));
    EXPECT_GE(all.paths, 1u << (depth - 2)) << depth;
    EXPECT_LE(all.paths, 1u << (depth + 1)) << depth;
    for (const Config& config : {ahead, everywhere}) {
      const Outcome few = program.explore(options(config, depth));
      EXPECT_LE(few.paths, 3u) << config.name << ", depth " << depth;
      EXPECT_EQ(with(few, Verdict::Covered).size(), 6u) << config.name;
    }
  }
}

TEST(CallDepth, TakesTwoPathsWhereTheCalleeHasTwoToTheDepth) {
  Compiled program(figure("figure3_call_depth"), "caller");
  constexpr std::uint32_t depth = 10;
  // Look-ahead does not help, since a goal is left behind the call.
  const Outcome all = program.explore(options(plain, depth));
  const Outcome few = program.explore(options({"MCD", "dfs", {"call-depth=0"}}, depth));
  EXPECT_GE(all.paths, 1u << (depth - 2));
  EXPECT_GE(program.explore(options(ahead, depth)).paths, 1u << (depth - 2));
  EXPECT_EQ(few.paths, 2u);
  EXPECT_EQ(with(few, Verdict::Covered).size(), 4u);
}

TEST(CallDepth, MissesWhatTheCalleeDecidesAndAutoFindsIt) {
  Compiled program(figure("figure4_call_depth"), "caller");
  EXPECT_EQ(with(program.explore(options(plain)), Verdict::Covered).size(), 2u);
  const Outcome missed = program.explore(options({"MCD", "dfs", {"call-depth=0"}}));
  EXPECT_EQ(with(missed, Verdict::Covered).size(), 1u);
  ASSERT_EQ(with(missed, Verdict::Unknown).size(), 1u) << "what was not tried is not infeasible";
  EXPECT_EQ(missed.verdicts[*with(missed, Verdict::Unknown).begin()].why,
            "call-depth=0: 1 alternatives inside called functions were not tried");
  EXPECT_EQ(missed.pruned.at(1).subtrees, 1u);
  for (const char* strategy : {"dfs", "solve-first"})
    EXPECT_EQ(
        with(program.explore(options({"auto", strategy, {"call-depth=auto"}})), Verdict::Covered).size(), 2u);
  EXPECT_EQ(with(program.explore(options({"MCD 1", "dfs", {"call-depth=1"}})), Verdict::Covered).size(), 2u);
}

TEST(SolveFirst, ExploresTwoPathsOfAChainWhereLookAheadAloneNeedsOneMoreThanItsLength) {
  Compiled program(figure("figure5_solve_first"), "ladder");
  constexpr unsigned length = 6;
  EXPECT_EQ(program.explore(options(ahead), false, "statement").paths, length + 1);
  EXPECT_EQ(program.explore(options(ahead_first), false, "statement").paths, 2u);
}

TEST(Pruning, CombinesRulesThatSaveOnDifferentPrograms) {
  constexpr std::uint32_t depth = 10;
  const Config both{"LA+MCD", "dfs", {"look-ahead", "call-depth=0"}};
  Compiled loops(figure("figure2_look_ahead"), "nested_loops");
  EXPECT_GE(loops.explore(options({"MCD", "dfs", {"call-depth=0"}}, depth)).paths, 1u << (depth - 2));
  EXPECT_LE(loops.explore(options(both, depth)).paths, 3u);
  Compiled callee(figure("figure3_call_depth"), "caller");
  EXPECT_GE(callee.explore(options(ahead, depth)).paths, 1u << (depth - 2));
  EXPECT_EQ(callee.explore(options(both, depth)).paths, 2u);
}

TEST(LookAhead, CostsLessThanThreePercentOfTheSearch) {
  // Everything is computed and nothing is pruned, as the paper measures it.  Another process may take its
  // turn while the rule's clock runs, so that the least of a few campaigns counts.
  Compiled program(std::filesystem::path(ESPALIER_SOURCE_DIR) / "bench/pruning/merge.c", "merge",
                   {"-DWORD=8"});
  for (const char* rule : {"look-ahead=dry-run", "look-ahead=every-branch,dry-run"}) {
    double least = 1;
    for (int i = 0; i < 10 && least >= 0.03; ++i) {
      const Outcome outcome = program.explore(options({"", "dfs", {rule}}), true);
      ASSERT_GT(outcome.pruned.at(1).asked, 500u);
      ASSERT_GT(outcome.pruned.at(1).seconds, 0);
      least = std::min(least, outcome.pruned.at(1).seconds / outcome.seconds);
    }
    EXPECT_LT(least, 0.03) << rule;
  }
}

TEST(Pruning, SaysForEverySubtreeWhichRuleLeftItOut) {
  Compiled program(figure("figure3_call_depth"), "caller");
  Options both = options({"", "dfs", {"call-depth=0", "look-ahead"}}, 4);
  both.explain = true;
  const Outcome outcome = program.explore(both);
  std::vector<std::uint64_t> counted(outcome.pruned.size());
  for (const PrunedSubtree& subtree : outcome.pruned_subtrees) {
    ++counted.at(subtree.rule);
    EXPECT_FALSE(subtree.path.empty());
  }
  ASSERT_EQ(outcome.pruned.size(), 3u);
  EXPECT_EQ(outcome.pruned[0].rule, "depth bound 4");
  EXPECT_EQ(outcome.pruned[1].rule, "call-depth=0");
  EXPECT_EQ(outcome.pruned[2].rule, "look-ahead");
  for (std::size_t i = 0; i < counted.size(); ++i) EXPECT_EQ(counted[i], outcome.pruned[i].subtrees) << i;
  EXPECT_GT(counted[1], 0u);
}

TEST(Pruning, RefusesRulesAndArgumentsThatThereAreNot) {
  const auto complaint = [](const std::vector<std::string>& rules) -> std::string {
    try {
      check_pruning(rules);
    } catch (const UserError& error) {
      return error.code() == ExitCode::Usage ? error.what() : "wrong exit code";
    }
    return "";
  };
  EXPECT_NE(complaint({"guess"}).find("choose from call-depth, look-ahead"), std::string::npos);
  for (const char* rule : {"look-ahead=often", "look-ahead=", "call-depth", "call-depth=", "call-depth=-1",
                           "call-depth=2x", "call-depth=99999999999"})
    EXPECT_NE(complaint({rule}).find("makes no sense"), std::string::npos) << rule;
  EXPECT_NE(complaint({"call-depth=1", "call-depth=2"}).find("twice"), std::string::npos);
  EXPECT_EQ(complaint({
                "call-depth=1",
                "look-ahead",
            }),
            "");
  EXPECT_EQ(complaint({"call-depth=auto", "look-ahead=every-branch"}), "");
}

/// The programs that all combinations must agree on: file, function, flags, whether callees count.
struct Unit {
  std::string file, function;
  bool whole;
};
void PrintTo(const Unit& unit, std::ostream* out) { *out << unit.function << (unit.whole ? " whole" : ""); }

class SameCoveringPower : public testing::TestWithParam<Unit> {};

TEST_P(SameCoveringPower, OfAllCombinationsForEveryDepth) {
  const Unit& unit = GetParam();
  Compiled program(std::filesystem::path(ESPALIER_SOURCE_DIR) / unit.file, unit.function, {"-DWORD=8"});
  for (const std::uint32_t depth : {4u, 8u, 16u, 64u}) {
    const Outcome base = program.explore(options(plain, depth), unit.whole);
    ASSERT_NE(base.stopped_by, "budget") << "choose a smaller program";
    for (const Config& config : {ahead, everywhere, first, ahead_first}) {
      const Outcome outcome = program.explore(options(config, depth), unit.whole);
      EXPECT_TRUE(outcome.mismatches.empty()) << outcome.mismatches.front();
      EXPECT_EQ(with(base, Verdict::Covered), with(outcome, Verdict::Covered))
          << config.name << ", depth " << depth;
      EXPECT_EQ(with(base, Verdict::Infeasible), with(outcome, Verdict::Infeasible))
          << config.name << ", depth " << depth;
      if (config.strategy == "dfs") {
        EXPECT_LE(outcome.solver_calls, base.solver_calls) << config.name << ", depth " << depth;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, SameCoveringPower,
                         testing::Values(Unit{"bench/pruning/check_pressure.c", "check_pressure", false},
                                         Unit{"bench/pruning/check_pressure.c", "check_pressure", true},
                                         Unit{"bench/pruning/hysteresis.c", "hysteresis", true},
                                         Unit{"bench/pruning/merge.c", "merge", false},
                                         Unit{"bench/pruning/merge.c", "merge", true},
                                         Unit{"bench/pruning/triangle.c", "triangle", false},
                                         Unit{"bench/pruning/triangle.c", "triangle", true},
                                         Unit{"test/programs/figure4_call_depth.c", "caller", true},
                                         Unit{"test/programs/impossible.c", "f", false},
                                         Unit{"test/programs/callees.c", "f", true},
                                         Unit{"test/programs/while_and.c", "f", false}));

}  // namespace
}  // namespace espalier::search
