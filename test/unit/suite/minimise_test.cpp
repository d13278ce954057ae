#include <algorithm>
#include <csignal>
#include <set>

#include <gtest/gtest.h>

#include "base/process.h"
#include "base/rng.h"
#include "suite/suite.h"
#include "unit/suite/workshop.h"

namespace espalier::suite {
namespace {

using coverage::GoalId;
using search::Candidate;

Candidate run(std::vector<std::uint64_t> values, std::vector<GoalId> goals, esp_status status = ESP_OK,
              int detail = 0, std::uint64_t pc = 0) {
  Candidate made;
  made.input.values = std::move(values);
  made.goals = std::move(goals);
  made.status = status;
  made.detail = detail;
  made.pc = pc;
  return made;
}

TEST(Minimise, DropsTestsWhoseGoalsOthersCover) {
  const auto tests = minimise({run({1}, {0}), run({2}, {1}), run({3}, {0, 1, 2})}, 3, false);
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].run.input.values[0], 3u);
  EXPECT_EQ(tests[0].goals, (std::vector<GoalId>{0, 1, 2}));
}

TEST(Minimise, KeepsTestsOfAnEarlierSuiteThatStillServe) {
  std::vector<Candidate> runs = {run({1000}, {0}), run({1}, {0, 1}), run({7}, {1})};
  EXPECT_EQ(minimise(runs, 2, false).size(), 1u) << "one run covers both goals";
  runs[0].given = true;
  runs[2].given = true;
  const auto tests = minimise(runs, 2, false);
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(tests[0].run.input.values[0], 1000u);
  EXPECT_EQ(tests[1].run.input.values[0], 7u);
}

TEST(Minimise, PrefersSmallerInputsOnTies) {
  const auto tests = minimise({run({1000, 7}, {0}), run({0xffffffff, 0}, {0}), run({5, 0}, {0})}, 1, false);
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].run.input.values[0], 0xffffffffu) << "-1 is a small number";
}

TEST(Minimise, DropsAnEarlyChoiceThatLaterOnesMakeRedundant) {
  // Greedy takes {0,1,2,3} first; {0,1,4} and {2,3,5} are needed anyway and cover it.
  const auto tests = minimise({run({1}, {0, 1, 2, 3}), run({2}, {0, 1, 4}), run({3}, {2, 3, 5})}, 6, false);
  EXPECT_EQ(tests.size(), 2u);
}

TEST(Minimise, KeepsOneRunOfEachDistinctFailure) {
  const auto tests = minimise({run({1}, {0}), run({9}, {0}, ESP_CRASH, SIGSEGV, 100),
                               run({3}, {0}, ESP_CRASH, SIGSEGV, 100), run({4}, {0}, ESP_CRASH, SIGSEGV, 200),
                               run({5}, {0}, ESP_STEPS, 0, 1), run({6}, {0}, ESP_STEPS, 0, 2)},
                              1, false);
  std::vector<std::uint64_t> kept;
  for (const auto& test : tests) kept.push_back(test.run.input.values[0]);
  EXPECT_EQ(kept, (std::vector<std::uint64_t>{1, 3, 4, 5}));
}

TEST(Minimise, PrefersRunsThatReturnForGoals) {
  const auto tests = minimise({run({1}, {0, 1}, ESP_ABORT), run({900}, {0})}, 2, false);
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(tests[0].goals, std::vector<GoalId>{1});
  EXPECT_EQ(tests[1].goals, std::vector<GoalId>{0});
}

TEST(Minimise, KeepsAllButRejectedInputsWhenAsked) {
  EXPECT_EQ(minimise({run({1}, {0}), run({2}, {0}), run({3}, {0}, ESP_REJECTED)}, 1, true).size(), 2u);
  EXPECT_EQ(minimise({run({3}, {0}, ESP_REJECTED)}, 1, false).size(), 0u);
}

TEST(Minimise, KeepsOneTestOfAUnitWithoutGoals) {
  const auto tests = minimise({run({8}, {}), run({1}, {})}, 0, false);
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].run.input.values[0], 1u);
}

TEST(Minimise, KeepsCoverageAndGivesEveryTestAGoalOnRandomCampaigns) {
  std::uint64_t state = 7;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  for (int round = 0; round < 300; ++round) {
    const auto goal_count = 1 + random(12);
    std::vector<Candidate> candidates;
    std::set<GoalId> reachable;
    for (std::uint64_t i = 0, n = random(15); i < n; ++i) {
      std::set<GoalId> goals;
      for (std::uint64_t g = 0, m = random(goal_count + 1); g < m; ++g)
        goals.insert(static_cast<GoalId>(random(goal_count)));
      reachable.insert(goals.begin(), goals.end());
      candidates.push_back(run({random(100)}, {goals.begin(), goals.end()},
                               random(5) == 0 ? ESP_CRASH : ESP_OK, SIGSEGV, random(3)));
    }
    const auto tests = minimise(candidates, goal_count, false);
    std::vector<int> covered(goal_count, 0), owned(goal_count, 0);
    for (const auto& test : tests) {
      for (const auto goal : test.run.goals) ++covered[goal];
      for (const auto goal : test.goals) ++owned[goal];
    }
    for (GoalId goal = 0; goal < goal_count; ++goal) {
      EXPECT_EQ(covered[goal] > 0, reachable.count(goal) != 0);
      EXPECT_EQ(owned[goal], reachable.count(goal) != 0 ? 1 : 0);
    }
    if (reachable.empty()) continue;
    for (const auto& test : tests) EXPECT_TRUE(failed(test.run) || !test.goals.empty());
  }
}

TEST(DescribePath, FoldsRepeatedStepsAndLeavesOutUnknownOnes) {
  std::vector<coverage::Goal> goals(3);
  goals[0].text = goals[1].text = "i < n";
  goals[0].side = "true";
  goals[1].side = "false";
  goals[2].text = "case 3";
  goals[2].side = "case";
  goals[0].edges = {10};
  goals[1].edges = {11};
  goals[2].edges = {12, 13};
  std::vector<execute::Step> path;
  for (const model::EdgeId edge : {10u, 99u, 10u, 10u, 11u, 13u}) path.push_back({edge, {}});
  EXPECT_EQ(describe_path(path, goals), "i < n true (3 times), i < n false, case 3");
  EXPECT_EQ(describe_path({}, goals), "");
}

TEST(NameTests, NamesResultsFailuresAndGoalsAndNumbersTwins) {
  Workshop work(
      "enum color { RED, GREEN };\nenum color f(int a) {\n  if (a) return RED;\n  return GREEN;\n}\nvoid "
      "g(int a) {\n  if (a) return;\n}\n");
  work.unit("f");
  work.test({1}, {{"result", 0}}, {"a true"});
  work.test({2}, {{"result", 0}}, {"a true"});
  work.test({0}, {{"result", 1}}, {"a false"});
  work.failing({3}, ESP_EXIT, 3, {});
  work.unit("g");
  work.test({1}, {}, {"a true"});
  work.finish();
  std::vector<std::string> names;
  for (const auto& unit : work.suite.units) {
    for (const auto& test : unit.tests) names.push_back(test.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"returns_RED_path_1", "returns_RED_path_2", "returns_GREEN",
                                             "exits_with_3", "line_7_true"}));
}

TEST(FindingsOf, NamesKindsAndPlacesInOneSymbolizerCall) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "a.c", "int f(int *p) {\n  return *p;\n}\nint main(void) { return 0; }\n");
  const auto binary = (scratch.path() / "a").string();
  ASSERT_TRUE(
      run_command(
          {{"clang-19", "-g", "-O0", "-no-pie", (scratch.path() / "a.c").string(), "-o", binary}, {}, {}})
          .ok());
  const auto symbols = run_command({{"nm", binary}, {}, {}}).out;
  const auto at = symbols.find(" T f\n");
  ASSERT_NE(at, std::string::npos);
  const auto address = std::stoull(symbols.substr(symbols.rfind('\n', at) + 1), nullptr, 16);

  std::vector<suite::Test> tests(4);
  tests[0].run = run({}, {}, ESP_CRASH, SIGSEGV, address + 8);
  tests[1].run = run({}, {});
  tests[2].run = run({}, {}, ESP_ASSERT);
  tests[2].run.message = "x > 0";
  tests[3].run = run({}, {}, ESP_CRASH, SIGFPE, address);
  const auto found = findings_of(tests, binary, "llvm-symbolizer-19");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].kind, "null dereference (segmentation fault)");
  ASSERT_EQ(found[0].stack.size(), 1u);
  EXPECT_EQ(found[0].stack[0].function, "f");
  EXPECT_EQ(found[0].location, (scratch.path() / "a.c").string() + ":2");
  EXPECT_EQ(found[1].kind, "assertion failed");
  EXPECT_EQ(found[1].message, "x > 0");
  EXPECT_EQ(found[1].test, 2u);
  EXPECT_EQ(found[1].location, "");
  EXPECT_EQ(found[2].kind, "division by zero");
  EXPECT_EQ(found[2].location, (scratch.path() / "a.c").string() + ":1");
}

TEST(Assemble, GoesFromTheOutcomeToNamedTestsAndVerdicts) {
  Workshop work("int f(int a) {\n  if (a > 0) return 1;\n  return 0;\n}\n");
  work.unit("f");
  auto& made = work.suite.units[0];
  made.goals[0].edges = {1};
  made.goals[1].edges = {2};
  search::Outcome outcome;
  outcome.candidates = {run({0}, {1}), run({1}, {0}), run({2}, {0})};
  outcome.candidates[0].path = {{2, {}}};
  outcome.verdicts.assign(2, {search::Verdict::Covered, ""});
  const auto suite = assemble({.source = *work.suite.source,
                               .unit = *made.unit,
                               .goals = made.goals,
                               .branches = made.goals,
                               .binary = {},
                               .symbolizer = {}},
                              outcome);
  ASSERT_EQ(suite.tests.size(), 2u);
  EXPECT_EQ(suite.tests[0].path, "a > 0 false");
  EXPECT_EQ(suite.covered_by, (std::vector<int>{1, 0}));
}

}  // namespace
}  // namespace espalier::suite
