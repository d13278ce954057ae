#include "search/tree.h"

#include <gtest/gtest.h>

#include "search/strategy.h"
#include "unit/execute/simulated.h"

namespace espalier::search {
namespace {

using expr::Expr;
using expr::Op;

struct TreeTest : testing::Test {
  simulated::Sites sites;
  expr::Pool pool;
  model::SiteId a = sites.branch(), b = sites.branch(), pin = sites.approximation("symbolic address");
  model::SiteId cases = sites.switch_over({1, 2}, 8);
  Expr x = pool.input(0, 8);
  Expr small = pool.binary(Op::Ult, x, pool.constant(9, 8));
  Expr odd = pool.extract(x, 0, 1);

  execute::Step step(model::SiteId site, std::uint32_t side, Expr value = {},
                     std::uint64_t pinned = 0) const {
    return {sites.program.sites[site].first + side, value, pinned};
  }
  static execute::Path path(std::vector<execute::Step> steps) {
    execute::Path result;
    result.steps = std::move(steps);
    return result;
  }
};

TEST_F(TreeTest, SharesThePrefixOfTwoPaths) {
  Tree tree(sites.program);
  const auto first = tree.insert(path({step(a, 0, small), step(b, 0, odd)}), 0);
  const auto second = tree.insert(path({step(a, 0, small), step(b, 1, odd)}), 1);
  EXPECT_EQ(tree.size(), 2u);
  EXPECT_EQ(first.first_new, 0u);
  EXPECT_EQ(second.first_new, no_node) << "the node was there, only its side is new";
  EXPECT_TRUE(second.new_path);
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(tree.count(SideState::Taken), 3u);
  EXPECT_EQ(tree.count(SideState::Open), 1u);
  EXPECT_FALSE(tree.insert(path({step(a, 0, small), step(b, 1, odd)}), 2).new_path);
  EXPECT_EQ(tree.path_count(), 2u);
}

TEST_F(TreeTest, GivesTheConstraintsAboveANodeInOrder) {
  Tree tree(sites.program);
  const auto inserted = tree.insert(
      path({step(a, 1, small), step(b, 0), step(cases, 2, x), step(pin, 0, x, 77), step(b, 0, odd)}), 0);
  std::vector<Expr> constraints;
  tree.prefix(pool, inserted.nodes.back(), constraints);
  ASSERT_EQ(constraints.size(), 3u) << "the concrete branch constrains nothing";
  EXPECT_EQ(constraints[0], pool.negate(small));
  EXPECT_EQ(constraints[1], execute::side_constraint(pool, sites.program.sites[cases], x, 2));
  EXPECT_EQ(constraints[2], pool.binary(Op::Eq, x, pool.constant(77, 8)));
}

TEST_F(TreeTest, LeavesNothingToTryAtConcreteAndPinnedSteps) {
  Tree tree(sites.program);
  tree.insert(path({step(a, 0), step(pin, 0, x, 5)}), 0);
  EXPECT_EQ(tree.count(SideState::Open), 0u);
  EXPECT_EQ(tree.count(SideState::Determined), 1u);
  EXPECT_EQ(tree.depth(1), 0u) << "neither is a choice point";
}

TEST_F(TreeTest, KeepsPathsApartThatCameToAStepInDifferentWays) {
  Tree tree(sites.program);
  const auto after = [&](model::StretchId stretch, std::uint32_t side) {
    execute::Step last = step(b, side, odd);
    last.stretch = stretch;
    execute::Path p = path({step(a, 0, small), last});
    p.approximate_from = 0;
    return tree.insert(p, 0).nodes;
  };
  const auto one = after(1, 0), other = after(2, 0);
  EXPECT_EQ(one[0], other[0]);
  EXPECT_NE(one[1], other[1]);
  EXPECT_EQ(after(1, 1), one);
  EXPECT_EQ(after(2, 1), other);
  EXPECT_EQ(tree.stretch(one[1]), 1u);
  EXPECT_EQ(tree.stretch(other[1]), 2u);
}

TEST_F(TreeTest, NoticesThatAnExactPathCameToAStepInTwoWays) {
  Tree tree(sites.program);
  const auto after = [&](model::StretchId stretch) {
    execute::Step last = step(b, 0, odd);
    last.stretch = stretch;
    return tree.insert(path({step(a, 0, small), last}), 0).contradiction;
  };
  EXPECT_EQ(after(1), no_node);
  EXPECT_EQ(after(1), no_node);
  EXPECT_NE(after(2), no_node);
}

TEST_F(TreeTest, KeepsPathsApartThatPinDifferentValues) {
  Tree tree(sites.program);
  const auto with = [&](std::uint64_t value, std::uint32_t side) {
    execute::Path p = path({step(pin, 0, x, value), step(a, side, small)});
    p.approximate_from = 0;
    p.approximated_at = pin;
    return tree.insert(p, 0);
  };
  const auto five = with(5, 0), six = with(6, 0), five_again = with(5, 1);
  EXPECT_NE(five.nodes[1], six.nodes[1]);
  EXPECT_EQ(five.nodes, five_again.nodes);
  EXPECT_EQ(six.contradiction, no_node);
  EXPECT_FALSE(tree.exact(six.nodes[1]));
  EXPECT_TRUE(tree.any_approximate());
}

TEST_F(TreeTest, ReportsRunsThatDifferOnTheSameExactPrefix) {
  Tree tree(sites.program);
  tree.insert(path({step(a, 0, small), step(b, 0, odd)}), 0);
  EXPECT_NE(tree.insert(path({step(a, 0, small), step(cases, 0, x)}), 1).contradiction, no_node);
  EXPECT_NE(tree.insert(path({step(a, 0, small)}), 2).contradiction, no_node);
  EXPECT_EQ(tree.insert(path({step(a, 1, small)}), 3).contradiction, no_node);
  EXPECT_NE(tree.insert(path({step(a, 1, small), step(b, 0, odd)}), 4).contradiction, no_node);
}

TEST_F(TreeTest, ReportsARunThroughASideThatWasProvedInfeasible) {
  Tree tree(sites.program);
  tree.insert(path({step(a, 0, small)}), 0);
  tree.set_state(0, 1, SideState::Infeasible);
  EXPECT_EQ(tree.insert(path({step(a, 1, small)}), 1).contradiction, 0u);
}

TEST_F(TreeTest, AcceptsThatACutPathEndsWhereOthersGoOn) {
  Tree tree(sites.program);
  execute::Path cut = path({step(a, 0, small)});
  cut.cut = true;
  EXPECT_TRUE(tree.insert(cut, 0).new_path);
  EXPECT_EQ(tree.insert(path({step(a, 0, small), step(b, 0, odd)}), 1).contradiction, no_node);
  EXPECT_EQ(tree.insert(cut, 2).contradiction, no_node);
  EXPECT_TRUE(tree.any_cut());
}

TEST_F(TreeTest, StoresNothingBelowItsDepthLimitYetCountsPaths) {
  Tree tree(sites.program, 2);
  std::vector<execute::Step> steps(1000, step(a, 0, small));
  EXPECT_TRUE(tree.insert(path(steps), 0).new_path);
  EXPECT_EQ(tree.size(), 3u);
  EXPECT_EQ(tree.count(SideState::Open), 2u);
  EXPECT_EQ(tree.count(SideState::Pruned), 1u);
  EXPECT_FALSE(tree.insert(path(steps), 1).new_path);
  steps[999] = step(a, 1, small);
  EXPECT_TRUE(tree.insert(path(steps), 2).new_path);
}

TEST_F(TreeTest, GivesDepthFirstSearchItsOrder) {
  Tree tree(sites.program);
  const std::vector<bool> covered(sites.program.edge_count());
  const model::Contexts contexts;
  const std::uint32_t gain = 0;
  const LastRun last;
  const std::vector<coverage::Goal> goals;
  const std::vector<bool> covered_goals;
  const model::Stretches stretches;
  const State state{tree, sites.program, covered, contexts, stretches, gain, last, goals, covered_goals};
  const auto dfs = make_strategy("dfs");
  ASSERT_NE(dfs, nullptr);
  Rng rng(1);
  dfs->added(state, tree.insert(path({step(a, 0, small), step(cases, 0, x)}), 0));
  std::vector<std::pair<NodeId, std::uint32_t>> order;
  while (const auto next = dfs->propose(state, rng)) {
    const auto flip = std::get<FlipBranch>(*next);
    order.emplace_back(flip.node, flip.side);
    tree.set_state(flip.node, flip.side, SideState::Infeasible);
  }
  EXPECT_EQ(order, (std::vector<std::pair<NodeId, std::uint32_t>>{{1, 1}, {1, 2}, {0, 1}}));
}

TEST_F(TreeTest, CountsWhatEachRulePrunesAndTakesItBack) {
  Tree tree(sites.program);
  tree.insert(path({step(a, 0, small), step(cases, 0, x)}), 0);
  tree.prune(1, 1, 3);
  tree.prune(1, 2, 4);
  EXPECT_EQ(tree.count(SideState::Open), 1u);
  EXPECT_EQ(tree.count(SideState::Pruned), 2u);
  EXPECT_EQ(tree.pruned(3), 1u);
  EXPECT_EQ(tree.side(1, 2).rule, 4u);
  tree.reopen(1, 1);
  EXPECT_EQ(tree.pruned(3), 0u);
  tree.insert(path({step(a, 0, small), step(cases, 2, x)}), 1);
  EXPECT_EQ(tree.pruned(4), 0u) << "a run went there by chance";
  EXPECT_EQ(tree.count(SideState::Pruned), 0u);
}

TEST_F(TreeTest, DoesNotTrustACallStackThatDiffersBetweenRuns) {
  Tree tree(sites.program);
  execute::Path one = path({step(a, 0, small)});
  one.contexts = {7};
  tree.insert(one, 0);
  EXPECT_EQ(tree.context(0), 7u);
  tree.insert(one, 1);
  EXPECT_EQ(tree.context(0), 7u);
  one.contexts = {8};
  tree.insert(one, 2);
  EXPECT_EQ(tree.context(0), model::no_context);
}

TEST(Registry, ListsStrategiesByName) {
  const auto all = strategies();
  ASSERT_FALSE(all.empty());
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LT(all[i - 1].name, all[i].name);
  EXPECT_EQ(make_strategy("no such strategy"), nullptr);
}

}  // namespace
}  // namespace espalier::search
