#include <gtest/gtest.h>

#include "coverage/criterion.h"

namespace espalier::coverage {
namespace {

using model::SiteKind;
using model::TerminatorKind;
using Lines = std::vector<std::uint32_t>;

/// Edge 0 is the entry; every branch that is asked for gets the next two.
struct StatementTest : testing::Test {
  model::Program program;
  frontend::SourceFile source;

  StatementTest() {
    program.functions.push_back({"f", {"/s/f.c", 1, 0}, 0, false, 0, {}, {}});
    source.functions.emplace_back();
    source.functions[0].name = "f";
    source.functions[0].file = "/s/f.c";
    site(SiteKind::Entry, 1, 0);
  }
  model::SiteId site(SiteKind kind, std::uint32_t count, model::BlockId block) {
    const auto id = static_cast<model::SiteId>(program.sites.size());
    program.sites.push_back({kind, 0, block, program.edge_count(), count, {}, {}, {}, 0, ""});
    program.site_of_edge.resize(program.site_of_edge.size() + count, id);
    program.functions[0].sites.push_back(id);
    return id;
  }
  /// Blocks are added in order; lines become statements.
  void block(TerminatorKind terminator, std::vector<model::BlockId> successors, Lines lines,
             bool blind = false) {
    model::Function& f = program.functions[0];
    const auto id = static_cast<model::BlockId>(f.blocks.size());
    const bool branches = terminator == TerminatorKind::Branch && !blind;
    f.blocks.push_back({terminator, std::move(successors), model::no_site, lines, {}});
    if (branches) f.blocks[id].site = site(SiteKind::Branch, 2, id);
    for (const std::uint32_t line : lines) source.functions[0].statements.push_back(line);
  }
  Lines lines(const std::vector<std::uint8_t>& edges, bool completed) const {
    const auto criterion = make_criterion("statement", program, {0}, source);
    Lines result;
    for (const GoalId id : criterion->covered(edges, completed))
      result.push_back(criterion->goals()[id].location.line);
    return result;
  }
  Lines perhaps(const std::vector<std::uint8_t>& edges) const {
    const auto criterion = make_criterion("statement", program, {0}, source);
    Lines result;
    for (const GoalId id : criterion->perhaps_covered(edges))
      result.push_back(criterion->goals()[id].location.line);
    return result;
  }
  /// if (c) 3 else 4; then 5
  void diamond() {
    block(TerminatorKind::Branch, {1, 2}, {2});
    block(TerminatorKind::Jump, {3}, {3});
    block(TerminatorKind::Jump, {3}, {4});
    block(TerminatorKind::Return, {}, {5});
  }
};

TEST_F(StatementTest, FollowsJumpsFromTheSideTaken) {
  diamond();
  EXPECT_EQ(lines({1, 1, 0}, true), (Lines{2, 3, 5}));
  EXPECT_EQ(lines({1, 0, 1}, true), (Lines{2, 4, 5}));
  EXPECT_EQ(lines({0, 0, 0}, true), Lines{});
}

TEST_F(StatementTest, ClaimsOnlyWhatACrashedRunProvablyLeft) {
  diamond();
  EXPECT_EQ(lines({1, 1, 0}, false), (Lines{2})) << "the crash may be on line 3";
  EXPECT_EQ(lines({1, 0, 0}, false), Lines{}) << "or on line 2";
  EXPECT_EQ(perhaps({1, 1, 0}), (Lines{2, 3, 5}));
}

TEST_F(StatementTest, InfersThatABlockWasLeftFromTheOnlyOneItCanHaveLedTo) {
  block(TerminatorKind::Branch, {1, 2}, {2});
  block(TerminatorKind::Jump, {3}, {3});
  block(TerminatorKind::Jump, {3}, {4});
  block(TerminatorKind::Branch, {4, 5}, {5});
  block(TerminatorKind::Return, {}, {6});
  block(TerminatorKind::Return, {}, {7});
  EXPECT_EQ(lines({1, 1, 0, 1, 0}, false), (Lines{2, 3, 5})) << "5 was left, and only 3 leads there";
  EXPECT_EQ(lines({1, 1, 1, 1, 0}, false), (Lines{2, 5})) << "3 or 4 may have crashed the second time";
}

TEST_F(StatementTest, KnowsThatABlockRanByACheckInIt) {
  block(TerminatorKind::Jump, {1}, {2});
  block(TerminatorKind::Return, {}, {3});
  site(SiteKind::Check, 2, 1);
  EXPECT_EQ(lines({1, 1, 0}, false), (Lines{2})) << "the check of line 3 failed, so 2 was left";
}

TEST_F(StatementTest, PassesABranchWithoutASiteToWhereItsSidesMeet) {
  block(TerminatorKind::Branch, {1, 2}, {2}, true);
  block(TerminatorKind::Jump, {3}, {3});
  block(TerminatorKind::Jump, {3}, {4});
  block(TerminatorKind::Return, {}, {5});
  EXPECT_EQ(lines({1}, true), (Lines{2, 5}));
  EXPECT_EQ(lines({1}, false), Lines{});
  EXPECT_EQ(perhaps({1}), (Lines{2, 3, 4, 5}));
}

TEST_F(StatementTest, MakesNoGoalOfALineWithoutCode) {
  diamond();
  source.functions[0].statements = {2, 3, 77};
  const auto criterion = make_criterion("statement", program, {0}, source);
  ASSERT_EQ(criterion->goals().size(), 2u);
  EXPECT_EQ(criterion->goals()[0].text, "line 2");
  EXPECT_EQ(criterion->goals()[0].side, "line");
  EXPECT_EQ(criterion->goals()[1].blocks, (std::vector<model::BlockId>{1}));
}

}  // namespace
}  // namespace espalier::coverage
