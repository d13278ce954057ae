// What each strategy tries before what: its idea, on programs as small as can be.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "unit/search/nested.h"

namespace espalier::search {
namespace {

using namespace simulated;
using expr::Op;
using Lengths = std::vector<std::size_t>;

/// A branch that is true for zero.
bool zero(Tracer& t, model::SiteId site, std::uint32_t variable) {
  return t.branch(site, t.binary(Op::Eq, t.input(variable, 1), Tracer::constant(0, 1)));
}

TEST(BreadthFirst, TakesTheShallowestAlternative) {
  EXPECT_EQ(Nested("bfs").explore_lengths(), (Lengths{5, 5, 2, 2, 3, 3, 4, 4, 5, 5}));
}

TEST(Generational, ExpandsThePathThatCoveredTheMost) {
  Trial trial("generational");
  model::SiteId at[6];
  for (model::SiteId& site : at) site = trial.sites.branch();
  trial.solver.bits = 1;
  trial.explore([&](Tracer& t) {
    if (!zero(t, at[0], 0)) {
      zero(t, at[1], 1);  // found first, and two sides new
    } else if (!zero(t, at[2], 2)) {
      for (const std::uint32_t i : {3u, 4u, 5u}) zero(t, at[i], i);  // four sides new
    }
  });
  const Lengths lengths = trial.lengths();
  ASSERT_GE(lengths.size(), 7u);
  EXPECT_EQ(Lengths(lengths.begin(), lengths.begin() + 6), (Lengths{2, 2, 5, 5, 5, 5}));
}

/// Which branch of a path of four was flipped first, by seed.
std::vector<int> first_flips(const std::string& strategy, int seeds) {
  std::vector<int> count(4);
  for (int seed = 1; seed <= seeds; ++seed) {
    Trial trial(strategy);
    model::SiteId at[4];
    for (model::SiteId& site : at) site = trial.sites.branch();
    trial.solver.bits = 1;
    trial.options.seed = static_cast<std::uint64_t>(seed);
    trial.options.iterations = 2;
    trial.explore([&](Tracer& t) {
      for (std::uint32_t i = 0; i < 4; ++i) zero(t, at[i], i);
    });
    for (std::size_t i = 0; i < 4; ++i) count[i] += trial.paths.at(0).at(i) != trial.paths.at(1).at(i);
  }
  return count;
}

TEST(RandomBranch, DrawsAllChoicePointsOfAPathEquallyOften) {
  for (const int count : first_flips("random-branch", 800)) {
    EXPECT_GT(count, 140);  // 200 expected, standard deviation 12
    EXPECT_LT(count, 260);
  }
}

TEST(UniformRandom, TossesACoinAtEachChoicePoint) {
  const std::vector<int> count = first_flips("uniform-random", 800);
  const int expected[] = {400, 200, 100};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(count[i], expected[i] - 70) << i;
    EXPECT_LT(count[i], expected[i] + 70) << i;
  }
}

TEST(UniformRandom, GoesOnBelowTheSideItTook) {
  // Where the first flip is at the root, the walk goes on below it: the next run takes the same side there,
  // but for walks that flip none of the five below (1/32) and start anew.  If every walk did, half would take
  // it.
  int flipped = 0, kept = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Trial trial("uniform-random");
    model::SiteId at[6];
    for (model::SiteId& site : at) site = trial.sites.branch();
    trial.solver.bits = 1;
    trial.options.seed = seed;
    trial.options.iterations = 3;
    trial.explore([&](Tracer& t) {
      for (std::uint32_t i = 0; i < 6; ++i) zero(t, at[i], i);
    });
    if (trial.paths.at(0)[0] == trial.paths.at(1)[0]) continue;
    ++flipped;
    kept += trial.paths.at(1)[0] == trial.paths.at(2)[0];
  }
  EXPECT_GT(flipped, 140);
  EXPECT_GT(kept * 10, flipped * 9);
}

TEST(LessTravelled, CountsAlternativesBehindTheSameBranchesAsOne) {
  // Twelve rounds of one branch, all true at first.  Flips in round 4 and later all come behind three true
  // ones, so they share one subpath; those of the first three rounds have one each.  All four were never run:
  // 1/4 each.
  int late = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Trial trial("less-travelled");
    const auto site = trial.sites.branch();
    trial.solver.bits = 1;
    trial.options.seed = seed;
    trial.options.iterations = 2;
    trial.explore([&](Tracer& t) {
      for (std::uint32_t i = 0; i < 12; ++i) zero(t, site, i);
    });
    const auto flipped =
        std::ranges::mismatch(trial.paths.at(0), trial.paths.at(1)).in1 - trial.paths[0].begin();
    late += flipped >= 3;
  }
  EXPECT_GT(late, 50);  // 100 expected, standard deviation 9; 300 if each alternative counted
  EXPECT_LT(late, 150);
}

TEST(RareBranch, SharesRunsEvenlyBetweenTheSidesOfAGate) {
  // Behind a gate there are ten rounds on one side and six on the other.  Who draws among alternatives goes
  // where most of them are, and who works on one path stays there.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Trial trial("rare-branch");
    const auto gate = trial.sites.branch();
    const auto round = trial.sites.branch();
    const auto letter = trial.sites.branch();
    trial.solver.bits = 1;
    trial.options.seed = seed;
    trial.options.iterations = 60;
    trial.explore([&](Tracer& t) {
      if (zero(t, gate, 0))
        for (std::uint32_t i = 1; i <= 10; ++i) zero(t, round, i);
      else
        for (std::uint32_t i = 1; i <= 6; ++i) zero(t, letter, i);
    });
    const auto passed =
        std::ranges::count_if(trial.paths, [&](const auto& path) { return path[0] == trial.paths[0][0]; });
    EXPECT_NEAR(static_cast<double>(passed), 30, 8) << seed;
  }
}

TEST(CarFast, TakesTheSideThatTheMostStatementsDependOn) {
  Trial trial("carfast");
  model::SiteId at[3];
  for (model::SiteId& site : at) site = trial.sites.branch();
  auto& blocks = trial.sites.program.functions[0].blocks;
  using enum model::TerminatorKind;
  constexpr std::size_t statements[] = {2, 9, 4};  // behind the false side of each
  for (model::BlockId i = 0; i < 3; ++i) {
    blocks.push_back({Branch, {2 * i + 2, 2 * i + 1}, at[i], {}, {}});
    blocks.push_back({Jump, {2 * i + 2}, model::no_site, std::vector<std::uint32_t>(statements[i]), {}});
    trial.sites.program.sites[at[i]].block = 2 * i;
  }
  blocks.push_back({Return, {}, model::no_site, {}, {}});
  trial.solver.bits = 1;
  trial.explore([&](Tracer& t) {
    for (std::uint32_t i = 0; i < 3; ++i) zero(t, at[i], i);
  });
  const auto taken = [&](std::size_t run, std::size_t i) {
    return trial.paths.at(run).at(i) % 2 != trial.paths[0][i] % 2;
  };
  EXPECT_TRUE(taken(1, 1) && !taken(1, 2) && !taken(1, 0)) << "9 statements";
  EXPECT_TRUE(taken(2, 2) && !taken(2, 0)) << "4, on the path of the run before";
  EXPECT_TRUE(taken(3, 0)) << "2";
}

TEST(CfgDirected, TakesUncoveredSidesBeforeCoveredOnes) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Nested program("cfg-directed");
    program.options.seed = seed;
    program.explore_lengths();
    std::set<model::EdgeId> seen;
    for (std::size_t run = 0; run < 6; ++run) {
      const std::size_t before = seen.size();
      seen.insert(program.paths[run].begin(), program.paths[run].end());
      EXPECT_GT(seen.size(), before) << "seed " << seed << ", run " << run;
    }
  }
}

TEST(CfgDirected, TakesTheSideNearestToAGoalAmongCoveredOnes) {
  // The true side of c needs a to be false.  Once a, b and z are covered, b behind the other side of a leads
  // there, and the many alternatives of z do not.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Trial trial("cfg-directed");
    model::SiteId at[4];
    for (model::SiteId& site : at) site = trial.sites.branch();
    auto& program = trial.sites.program;
    using enum model::TerminatorKind;
    program.functions[0].blocks = {{Branch, {1, 1}, at[0], {}, {}},
                                   {Branch, {3, 2}, at[1], {}, {}},
                                   {Branch, {3, 3}, at[2], {}, {}},
                                   {Branch, {4, 4}, at[3], {}, {}},
                                   {Return, {}, model::no_site, {}, {}}};
    for (model::BlockId b = 0; b < 4; ++b) program.sites[at[b]].block = b;
    trial.options.root = 0;
    trial.options.seed = seed;
    trial.options.exhaustive = false;
    trial.solver.bits = 1;
    const Outcome outcome = trial.explore([&](Tracer& t) {
      zero(t, at[0], 0);
      if (!zero(t, at[1], 1)) t.branch(at[2], t.binary(Op::Eq, t.input(0, 1), Tracer::constant(1, 1)));
      for (std::uint32_t round = 0; round < 4; ++round) zero(t, at[3], 2 + round);
    });
    EXPECT_EQ(outcome.stopped_by, "goals");
    EXPECT_LE(outcome.iterations, 5u) << seed;
  }
}

TEST(Hybrid, NeedsNoSolverForWideConditions) {
  Trial trial("hybrid");
  model::SiteId at[3];
  for (model::SiteId& site : at) site = trial.sites.branch();
  trial.solver.refuse = "no time";
  trial.options.exhaustive = false;
  const Outcome outcome = trial.explore([&](Tracer& t) {
    for (std::uint32_t i = 0; i < 3; ++i)
      t.branch(at[i], t.binary(Op::Ult, t.input(i, 8), Tracer::constant(100, 8)));
  });
  EXPECT_EQ(outcome.stopped_by, "goals");
  EXPECT_EQ(outcome.solver_calls, 0u);
}

TEST(Hybrid, SolvesWhenRandomInputsBringNothingMoreAndGoesOnFromThere) {
  // x * 37 == 200 for one value of 256; behind it, half of all values of y.
  Trial trial("hybrid");
  const auto narrow = trial.sites.branch(), behind = trial.sites.branch();
  trial.options.exhaustive = false;
  const Outcome outcome = trial.explore([&](Tracer& t) {
    const Value product = t.binary(Op::Mul, t.input(0, 8), Tracer::constant(37, 8));
    if (!t.branch(narrow, t.binary(Op::Eq, product, Tracer::constant(200, 8)))) return;
    t.branch(behind, t.binary(Op::Ult, t.input(1, 8), Tracer::constant(1, 8)));
  });
  EXPECT_EQ(outcome.stopped_by, "goals");
  const auto passed = [&](const Input& input) { return (input[0] * 37) % 256 == 200; };
  const auto first = std::ranges::find_if(trial.inputs, passed);
  ASSERT_NE(first, trial.inputs.end());
  EXPECT_GE(first - trial.inputs.begin(), 10) << "after a burst";
  EXPECT_TRUE(std::all_of(first, trial.inputs.end(), passed)) << "what led there is kept";
}

TEST(Fitness, ComesNearerToASideFromPathToPath) {
  // The last condition needs six of nine rounds to be counted; only then can its side be solved for.
  const auto iterations = [](const std::string& strategy, std::uint64_t seed) {
    Trial trial(strategy);
    const auto low = trial.sites.branch(), round = trial.sites.branch(), last = trial.sites.branch();
    trial.options.exhaustive = false;
    trial.options.seed = seed;
    trial.solver.bits = 1;
    const Outcome outcome = trial.explore([&](Tracer& t) {
      const Value y = t.input(0, 4);
      if (!t.branch(low, t.binary(Op::Eq, y, Tracer::constant(0, 4)))) return;
      std::uint64_t count = 0;
      for (std::uint32_t i = 1; i <= 9; ++i) count += zero(t, round, i) ? 0 : 1;
      t.branch(last,
               t.binary(Op::Ult, Tracer::constant(5, 4), t.binary(Op::Add, y, Tracer::constant(count, 4))));
    });
    return outcome.iterations;
  };
  for (std::uint64_t seed = 1; seed <= 10; ++seed) EXPECT_LT(iterations("fitness", seed), 20u) << seed;
  EXPECT_GT(iterations("bfs", 1), 50u);
}

}  // namespace
}  // namespace espalier::search
