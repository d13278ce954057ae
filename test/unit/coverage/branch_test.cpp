#include <gtest/gtest.h>

#include "coverage/criterion.h"

namespace espalier::coverage {
namespace {

using model::SiteKind;

/// One compiled function and its source, put together by hand.
struct BranchTest : testing::Test {
  model::Program program;
  frontend::SourceFile source;

  BranchTest() {
    program.functions.push_back({"f", {"/s/f.c", 1, 0}, 0, false, 0, {}, {}});
    program.functions[0].blocks.resize(20);
    source.functions.emplace_back();
    source.functions[0].name = "f";
    source.functions[0].file = "/s/f.c";
    site(SiteKind::Entry, 1, {});
  }

  model::EdgeId site(SiteKind kind, std::uint32_t count, model::Location location,
                     model::Location operand = {}, std::vector<std::uint64_t> values = {},
                     unsigned bits = 0) {
    const auto id = static_cast<model::SiteId>(program.sites.size());
    const model::EdgeId first = program.edge_count();
    program.sites.push_back(
        {kind, 0, id, first, count, std::move(location), std::move(operand), std::move(values), bits, ""});
    program.site_of_edge.resize(first + count, id);
    program.functions[0].sites.push_back(id);
    return first;
  }
  model::EdgeId branch(std::uint32_t line, std::uint32_t column) {
    return site(SiteKind::Branch, 2, {"/s/f.c", line, column});
  }
  static frontend::Range range(std::uint32_t line, std::uint32_t column, std::uint32_t end) {
    return {"/s/f.c", line, column, line, end, false};
  }
  void condition(frontend::Range where, std::string text, bool negated = false) {
    source.functions[0].conditions.push_back({std::move(where), negated, std::move(text)});
  }
  void label(std::uint32_t line, std::int64_t low, std::int64_t high, bool is_default = false) {
    frontend::Case added;
    added.range = range(line, 3, 10);
    added.switch_range = {"/s/f.c", 5, 3, 20, 4, false};
    added.is_default = is_default;
    added.low = low;
    added.high = high;
    added.text = is_default ? "default" : "case " + std::to_string(low);
    source.functions[0].cases.push_back(added);
  }
  std::unique_ptr<Criterion> criterion() const { return make_criterion("branch", program, {0}, source); }

  /// "text side: edges" of every goal.
  std::vector<std::string> goals() const {
    std::vector<std::string> result;
    const auto made = criterion();
    for (const Goal& goal : made->goals()) {
      std::string line = goal.text + " " + goal.side + ":";
      for (const model::EdgeId edge : goal.edges) line += " " + std::to_string(edge);
      result.push_back(line);
    }
    return result;
  }
};
using Goals = std::vector<std::string>;

TEST_F(BranchTest, GivesEveryConditionTwoGoals) {
  branch(3, 9);
  branch(3, 18);
  condition(range(3, 7, 12), "a > b");
  condition(range(3, 16, 21), "c < d");
  EXPECT_EQ(goals(), (Goals{"a > b true: 1", "a > b false: 2", "c < d true: 3", "c < d false: 4"}));
}

TEST_F(BranchTest, SwapsTheSidesOfANegatedCondition) {
  branch(3, 8);
  condition(range(3, 7, 9), "!a", true);
  EXPECT_EQ(goals(), (Goals{"!a true: 2", "!a false: 1"}));
}

TEST_F(BranchTest, GivesASiteToTheInnermostCondition) {
  branch(3, 10);  // b in a[b ? 1 : 0] > 3
  branch(3, 21);  // the >
  condition(range(3, 7, 24), "a[b ? 1 : 0] > 3");
  condition(range(3, 9, 11), "b");
  EXPECT_EQ(goals(),
            (Goals{"a[b ? 1 : 0] > 3 true: 3", "a[b ? 1 : 0] > 3 false: 4", "b true: 1", "b false: 2"}));
}

TEST_F(BranchTest, FallsBackOnThePlaceOfTheOperand) {
  site(SiteKind::Branch, 2, {"/s/f.c", 3, 3}, {"/s/f.c", 3, 7});
  condition(range(3, 7, 12), "a");
  EXPECT_EQ(goals(), (Goals{"a true: 1", "a false: 2"}));
}

TEST_F(BranchTest, MatchesTheConditionsOfOneMacroInOrderAndSkipsItsConstants) {
  branch(3, 5);
  branch(3, 5);
  frontend::Range macro = range(3, 5, 15);
  macro.in_macro = true;
  condition(macro, "(a)");
  condition(macro, "(b)", true);
  condition(macro, "0");
  EXPECT_EQ(goals(), (Goals{"(a) true: 1", "(a) false: 2", "(b) true: 4", "(b) false: 3"}));
}

TEST_F(BranchTest, CollectsTheEdgesOfACopiedCondition) {
  branch(3, 9);
  branch(3, 9);
  condition(range(3, 7, 12), "i < n");
  EXPECT_EQ(goals(), (Goals{"i < n true: 1 3", "i < n false: 2 4"}));
}

TEST_F(BranchTest, IgnoresConstantConditionsForeignFilesAndBranchesWithoutSource) {
  branch(9, 1);
  site(SiteKind::Branch, 2, {"/s/other.h", 3, 9});
  site(SiteKind::Check, 2, {"/s/f.c", 3, 9});
  condition(range(3, 7, 12), "1 > 0");
  EXPECT_TRUE(goals().empty());
}

TEST_F(BranchTest, KnowsAFileByAnyOfItsSpellings) {
  site(SiteKind::Branch, 2, {"/s/lib/../f.c", 3, 9});
  condition(range(3, 7, 12), "a > b");
  EXPECT_EQ(goals().size(), 2u);
}

TEST_F(BranchTest, GivesEveryCaseLabelAndTheDefaultAGoal) {
  site(SiteKind::Switch, 5, {"/s/f.c", 5, 3}, {}, {7, 0xffffffff, 2, 3}, 32);
  label(6, 7, 7);
  label(7, -1, -1);
  label(8, 2, 3);
  label(9, 0, 0, true);
  EXPECT_EQ(goals(), (Goals{"case 7 case: 1", "case -1 case: 2", "case 2 case: 3 4", "default default: 5"}));
}

TEST_F(BranchTest, MatchesUnsignedCaseValues) {
  site(SiteKind::Switch, 2, {"/s/f.c", 5, 3}, {}, {0xffffffff}, 32);
  label(6, 0xffffffff, 0xffffffff);
  EXPECT_EQ(goals(), (Goals{"case 4294967295 case: 1"}));
}

TEST_F(BranchTest, MakesNoGoalOfADefaultThatSharesItsEdgeWithAWideRange) {
  site(SiteKind::Switch, 2, {"/s/f.c", 5, 3}, {}, {7}, 32);
  label(6, 7, 7);
  label(7, 100, 9999);
  label(8, 0, 0, true);
  EXPECT_EQ(goals(), (Goals{"case 7 case: 1"}));
}

TEST_F(BranchTest, CountsAGoalWhenOneOfItsEdgesIsTaken) {
  branch(3, 9);
  branch(3, 9);
  condition(range(3, 7, 12), "i < n");
  const auto made = criterion();
  EXPECT_EQ(made->covered(std::vector<std::uint8_t>{1, 0, 0, 0, 0}, true), std::vector<GoalId>{});
  EXPECT_EQ(made->covered(std::vector<std::uint8_t>{1, 0, 0, 1, 0}, false), std::vector<GoalId>{0});
  EXPECT_EQ(made->covered(std::vector<std::uint8_t>{1, 0, 1, 9, 0}, true), (std::vector<GoalId>{0, 1}));
}

TEST_F(BranchTest, CountsOnlyTheFunctionsItWasGiven) {
  branch(3, 9);
  condition(range(3, 7, 12), "a");
  EXPECT_TRUE(branch_criterion(program, {}, source)->goals().empty());
  EXPECT_EQ(make_criterion("no such criterion", program, {0}, source), nullptr);
}

}  // namespace
}  // namespace espalier::coverage
