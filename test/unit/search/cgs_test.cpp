// Context-guided search: the order in which contexts make it try alternatives.
#include <gtest/gtest.h>

#include "unit/search/nested.h"

namespace espalier::search {
namespace {

using namespace simulated;
using expr::Op;
using Lengths = std::vector<std::size_t>;

TEST(ContextGuided, TriesEachBranchOnceBeforeContextsGrow) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Nested program;
    program.options.seed = seed;
    EXPECT_EQ(program.explore_lengths(), (Lengths{5, 5, 2, 3, 4, 5, 2, 3, 4, 5})) << seed;
  }
}

TEST(ContextGuided, SeesBehindTheDominatorsOfABranchWithTwoBranchesOfContext) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Nested with;
    with.options.seed = seed;
    with.options.context.fixed = 2;
    EXPECT_EQ(with.explore_lengths(), (Lengths{5, 5, 2, 2, 3, 3, 4, 4, 5, 5})) << seed;
    // Without dominators the branch around it is the context, always the same; the rest comes in the end.
    Nested without;
    without.options.seed = seed;
    without.options.context.fixed = 2;
    without.options.context.dominators = false;
    EXPECT_EQ(without.explore_lengths(), (Lengths{5, 5, 2, 2, 3, 4, 5, 3, 4, 5})) << seed;
  }
}

TEST(ContextGuided, IsBreadthFirstSearchWhenTheContextIsTheWholePath) {
  Nested program;
  program.options.context.fixed = 1'000;
  program.options.context.dominators = false;
  EXPECT_EQ(program.explore_lengths(), (Lengths{5, 5, 2, 2, 3, 3, 4, 4, 5, 5}));
}

TEST(ContextGuided, StartsWithTheContextItIsTold) {
  Nested program;
  program.options.context.start = 2;
  program.options.context.max = 2;
  EXPECT_EQ(program.explore_lengths(), (Lengths{5, 5, 2, 2, 3, 3, 4, 4, 5, 5}));
}

TEST(ContextGuided, TellsContextsApartByConcreteBranches) {
  // Two branches of context of c are c and the concrete branch before it, which tells how a went.  If it did
  // not count, they would be c and b.
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Trial trial("cgs");
    const auto a = trial.sites.branch(), b = trial.sites.branch(), concrete = trial.sites.branch(),
               c = trial.sites.branch();
    trial.options.context.fixed = 2;
    trial.options.seed = seed;
    trial.solver.bits = 1;
    trial.explore([&](Tracer& t) {
      const auto is_zero = [&](std::uint32_t variable) {
        return t.binary(Op::Eq, t.input(variable, 1), Tracer::constant(0, 1));
      };
      const bool first = t.branch(a, is_zero(0));
      t.branch(b, is_zero(1));
      t.branch(concrete, Tracer::constant(first ? 1 : 0, 1));
      t.branch(c, is_zero(2));
    });
    ASSERT_EQ(trial.paths.size(), 8u);
    // 1 run of zeros, 1 for a, 2 for b, then c.
    EXPECT_NE(trial.paths[4].back(), trial.paths[0].back());
    EXPECT_NE(trial.paths[4].front(), trial.paths[5].front()) << seed;
  }
}

TEST(ContextGuided, DoesNotCountCallsAndReturnsAsContext) {
  // The alternative d comes behind a and a call: with two branches of context, a is the second.
  const auto inputs = [](bool calls) {
    Trial trial("cgs");
    const auto a = trial.sites.branch(), b = trial.sites.branch(), c = trial.sites.branch(),
               d = trial.sites.branch();
    const auto call = trial.sites.call();
    trial.options.context.fixed = 2;
    trial.solver.bits = 1;
    trial.explore([&](Tracer& t) {
      std::uint32_t variable = 0;
      for (const auto site : {a, b, c, d}) {
        t.branch(site, t.binary(Op::Eq, t.input(variable++, 1), Tracer::constant(0, 1)));
        if (!calls) continue;
        t.call(call);
        t.back();
      }
    });
    std::vector<std::vector<std::uint64_t>> values;
    for (const Input& input : trial.inputs) values.push_back({input[0], input[1], input[2], input[3]});
    return values;
  };
  EXPECT_EQ(inputs(true), inputs(false));
}

TEST(ContextGuided, VisitsDepthsThatOtherPathsDoNotHave) {
  Trial trial("cgs");
  const auto first = trial.sites.branch(), more = trial.sites.branch();
  trial.solver.bits = 3;
  const Outcome outcome = trial.explore([&](Tracer& t) {
    if (t.branch(first, t.binary(Op::Eq, t.input(0, 3), Tracer::constant(1, 3)))) return;  // one branch long
    for (std::uint32_t i = 0; i < 6; ++i)
      if (!t.branch(more, t.binary(Op::Eq, t.input(1, 3), Tracer::constant(i, 3)))) break;
  });
  EXPECT_TRUE(outcome.exhausted);
  EXPECT_EQ(outcome.paths, 3u);
}

}  // namespace
}  // namespace espalier::search
