#include "model/dominators.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "unit/model/blocks.h"

namespace espalier::model {
namespace {

TEST(DominatorTree, AgreesWithLeavingOutEachVertexInTurn) {
  Rng rng(7);
  for (int round = 0; round < 300; ++round) {
    const auto n = static_cast<Vertex>(2 + rng.below(12));
    std::vector<std::pair<Vertex, Vertex>> arcs;
    for (std::uint64_t i = 0; i < n + rng.below(2 * n); ++i)
      arcs.emplace_back(static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n)));
    const auto reached_without = [&](Vertex absent) {
      std::vector<bool> seen(n);
      seen[0] = absent != 0;
      for (Vertex i = 0; i < n; ++i)
        for (const auto& [a, b] : arcs)
          if (seen[a] && b != absent) seen[b] = true;
      return seen;
    };
    const DominatorTree tree(n, 0, arcs);
    const std::vector<bool> reached = reached_without(no_vertex);
    for (Vertex a = 0; a < n; ++a) {
      const std::vector<bool> without = reached_without(a);
      for (Vertex b = 0; b < n; ++b)
        EXPECT_EQ(tree.dominates(a, b), reached[a] && reached[b] && !without[b]) << a << " " << b;
    }
  }
}

TEST(Dominators, AreTheBranchesAroundABranchAndNotThoseBeforeIt) {
  Blocks b;
  const FunctionId f = b.function("f");
  b.block(f, {1, 2});  // before: either way leads on
  b.block(f, {3});
  b.block(f, {3});
  b.block(f, {4, 5});  // around
  b.block(f, {5, 5});  // inner
  b.block(f, {});
  const Dominators dominators(b.program, f);
  const EdgeId inner = b.edge(f, 4, 0);
  EXPECT_TRUE(dominators.dominates(b.edge(f, 3, 0), inner));
  EXPECT_FALSE(dominators.dominates(b.edge(f, 3, 1), inner));
  EXPECT_FALSE(dominators.dominates(b.edge(f, 0, 0), inner));
  EXPECT_FALSE(dominators.dominates(b.edge(f, 0, 1), inner));
  EXPECT_FALSE(dominators.dominates(inner, inner)) << "that it was taken before is not sure";
  EXPECT_FALSE(dominators.dominates(inner, b.edge(f, 3, 0)));
}

TEST(Dominators, GoIntoCalledFunctionsFromTheOnlyCall) {
  Blocks b;
  const FunctionId f = b.function("f"), g = b.function("g");
  b.block(f, {1, 2});
  b.block(f, {2}, {"g"});
  b.block(f, {});
  b.block(g, {1, 1});
  b.block(g, {});
  EXPECT_TRUE(Dominators(b.program, f).dominates(b.edge(f, 0, 0), b.edge(g, 0, 1)));
  EXPECT_FALSE(Dominators(b.program, no_function).dominates(b.edge(f, 0, 0), b.edge(g, 0, 1)))
      << "a run may start in the callee";
  b.program.functions[f].blocks[2].calls = {"g"};
  EXPECT_FALSE(Dominators(b.program, f).dominates(b.edge(f, 0, 0), b.edge(g, 0, 1)));
}

TEST(Dominators, StayTheSameBehindACallOfAFunctionThatOthersCallToo) {
  Blocks b;
  const FunctionId f = b.function("f"), g = b.function("g");
  b.block(f, {1, 3}, {"g"});
  b.block(f, {2, 3}, {"g"});
  b.block(f, {3});
  b.block(f, {});
  b.block(g, {});
  EXPECT_TRUE(Dominators(b.program, f).dominates(b.edge(f, 0, 0), b.edge(f, 1, 0)));
}

TEST(Dominators, LieInACallThatMustReturnThatWay) {
  Blocks b;
  const FunctionId f = b.function("f"), g = b.function("g");
  b.block(f, {1, 1}, {"g"});
  b.block(f, {});
  b.block(g, {1, 2});
  b.block(g, {});
  b.block(g, {});
  b.program.functions[g].blocks[2].terminator = TerminatorKind::Unreachable;
  const Dominators dominators(b.program, f);
  EXPECT_TRUE(dominators.dominates(b.edge(g, 0, 0), b.edge(f, 0, 0)));
  EXPECT_FALSE(dominators.dominates(b.edge(g, 0, 1), b.edge(f, 0, 0)));
}

TEST(Dominators, EndWhereAFunctionMayBeCalledThroughAPointer) {
  Blocks b;
  const FunctionId f = b.function("f"), g = b.function("g");
  b.block(f, {1, 2}, {"*"});
  b.block(f, {2}, {"g"});
  b.block(f, {});
  b.block(g, {1, 1});
  b.block(g, {});
  EXPECT_FALSE(Dominators(b.program, f).dominates(b.edge(f, 0, 0), b.edge(g, 0, 0)));
}

TEST(Dominators, AreChecksThatWereFineForAllThatFollowsTheirBlock) {
  Blocks b;
  const FunctionId f = b.function("f");
  b.block(f, {1, 1});
  b.block(f, {2, 2});
  b.block(f, {});
  const EdgeId check = b.program.sites[b.site(SiteKind::Check, f, 0, 2)].first;
  const EdgeId choice = b.program.sites[b.site(SiteKind::Choice, f, 0, 2)].first;
  const Dominators dominators(b.program, f);
  EXPECT_TRUE(dominators.dominates(check + 1, b.edge(f, 1, 0)));
  EXPECT_FALSE(dominators.dominates(check, b.edge(f, 1, 0)));
  EXPECT_FALSE(dominators.dominates(choice, b.edge(f, 1, 0)));
  EXPECT_FALSE(dominators.dominates(choice + 1, b.edge(f, 1, 0)));
}

TEST(Dominators, AreUnknownWithoutBlocks) {
  Blocks b;
  const FunctionId f = b.function("f");
  const EdgeId first = b.program.sites[b.site(SiteKind::Branch, f, 0, 2)].first;
  const EdgeId second = b.program.sites[b.site(SiteKind::Branch, f, 0, 2)].first;
  EXPECT_FALSE(Dominators(b.program, f).dominates(first, second));
}

}  // namespace
}  // namespace espalier::model
