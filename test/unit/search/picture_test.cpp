// What a campaign leaves for people to look at.
#include <gtest/gtest.h>

#include "search/campaign.h"
#include "unit/execute/simulated.h"
#include "unit/search/stand_ins.h"

namespace espalier::search {
namespace {

using namespace simulated;
using expr::Op;

// if (x < 10) { if (x == 20) ...; else if (x == 5) ...; }
struct Nested {
  Sites sites;
  expr::Pool pool;
  BruteForce solver{pool};
  Options options{.exhaustive = true};
  std::atomic<bool> interrupted = false;
  model::SiteId outer = sites.branch(), never = sites.branch(), inner = sites.branch();

  Outcome explore() {
    const EverySide goals(sites.program);
    Machine machine(sites.program, [&](Tracer& t) {
      const Value x = t.input(0, 8);
      if (!t.branch(outer, t.binary(Op::Ult, x, t.constant(10, 8)))) return;
      if (!t.branch(never, t.binary(Op::Eq, x, t.constant(20, 8))))
        t.branch(inner, t.binary(Op::Eq, x, t.constant(5, 8)));
    });
    return search::explore(
        {[&](const Input& input) { return machine(input); }, pool, solver, sites.program, goals}, options,
        interrupted);
  }
};

TEST(Picture, ShowsWhatBecameOfEverySideOfTheTree) {
  Nested nested;
  nested.options.picture = 100;
  const Outcome outcome = nested.explore();
  ASSERT_EQ(outcome.picture.all, 3u);
  ASSERT_EQ(outcome.picture.nodes.size(), 3u);
  EXPECT_EQ(outcome.picture.nodes[0].sides, "tt");
  EXPECT_EQ(outcome.picture.nodes[1].sides, "it");
  EXPECT_EQ(outcome.picture.nodes[1].parent, 0u);
  EXPECT_EQ(outcome.picture.nodes[2].parent, 1u);
  EXPECT_EQ(outcome.picture.nodes[2].parent_side, 1u);
}

TEST(Picture, KeepsNoMoreNodesThanAskedFor) {
  Nested nested;
  nested.options.picture = 2;
  const Outcome outcome = nested.explore();
  EXPECT_EQ(outcome.picture.nodes.size(), 2u);
  EXPECT_EQ(outcome.picture.all, 3u);
}

TEST(Picture, TellsConditionsOfPathsInC) {
  Nested nested;
  nested.options.names = {{"x", false}};
  const Outcome outcome = nested.explore();
  ASSERT_FALSE(outcome.candidates.empty());
  EXPECT_EQ(outcome.candidates[0].conditions, (std::vector<std::string>{"x < 10u", "x != 20u", "x != 5u"}));
}

TEST(Campaign, TellsHowCoverageGrewAndHowFarItIs) {
  Nested nested;
  std::size_t calls = 0, covered = 0;
  nested.options.progress = [&](const Progress& progress) {
    ++calls;
    EXPECT_GE(progress.covered, covered);
    covered = progress.covered;
    EXPECT_EQ(progress.iterations, calls);
    EXPECT_EQ(progress.goals, 6u);
  };
  const Outcome outcome = nested.explore();
  EXPECT_EQ(calls, outcome.iterations);
  EXPECT_EQ(covered, 5u);
  ASSERT_EQ(outcome.timeline.size(), 3u);
  EXPECT_EQ(outcome.timeline.front().run, 1u);
  EXPECT_EQ(outcome.timeline.back().covered, 5u);
}

TEST(Campaign, KnowsWhichRunsAreOfAnEarlierSuite) {
  Nested nested;
  nested.options.seeds = {Input{{50}}, Input{}};
  nested.options.earlier = 1;
  const Outcome outcome = nested.explore();
  ASSERT_GE(outcome.candidates.size(), 2u);
  EXPECT_EQ(outcome.candidates[0].input[0], 50u);
  EXPECT_TRUE(outcome.candidates[0].given);
  EXPECT_FALSE(outcome.candidates[1].given);
}

}  // namespace
}  // namespace espalier::search
