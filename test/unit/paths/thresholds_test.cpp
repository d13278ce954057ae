#include "paths/thresholds.h"

#include <gtest/gtest.h>

#include "paths/space.h"
#include "unit/paths/random_graphs.h"

namespace espalier::paths {
namespace {

TEST(ThresholdDrawer, KnowsHowManyPathsThereAre) {
  Rng rng(21);
  for (int round = 0; round < 500; ++round) {
    const Case some = random_case(rng);
    const ThresholdDrawer drawer(some.graph, some.question);
    const std::size_t paths = all_paths(some.graph, some.question).size();
    ASSERT_EQ(drawer.size(), paths);
    ASSERT_EQ(drawer.draw(rng).has_value(), paths > 0);
  }
}

// With few bits most choices fall to the exact decision, with 32 next to none.
TEST(ThresholdDrawer, IsUniformWhateverItsPrecision) {
  Rng rng(22);
  for (const unsigned bits : {1u, 3u, 5u, 8u, 32u}) {
    int tried = 0;
    while (tried < 20) {
      const Case some = random_case(rng);
      const ThresholdDrawer drawer(some.graph, some.question, bits);
      if (drawer.size() < 2 || drawer.size() > 60) continue;
      ++tried;
      const std::size_t outcomes = drawer.size().get_ui();
      const std::uint64_t draws = 200 * outcomes;
      const std::vector<Path> paths = all_paths(some.graph, some.question);
      std::map<Path, std::uint64_t> seen;
      for (std::uint64_t i = 0; i < draws; ++i) ++seen[*drawer.draw(rng)];
      for (const auto& [path, times] : seen) ASSERT_TRUE(std::ranges::find(paths, path) != paths.end());
      EXPECT_TRUE(looks_uniform(seen, outcomes, draws)) << outcomes << " paths, " << bits << " bits";
    }
  }
}

TEST(ThresholdDrawer, ManyAtATimeAreDrawnLikeOneByOne) {
  Rng rng(24);
  int tried = 0;
  while (tried < 40) {
    const Case some = random_case(rng);
    const ThresholdDrawer drawer(some.graph, some.question, tried % 2 == 0 ? 32 : 6);
    ASSERT_EQ(drawer.draw_many(3, rng).size(), drawer.size() == 0 ? 0u : 3u);
    if (drawer.size() < 2 || drawer.size() > 60) continue;
    ++tried;
    const std::size_t outcomes = drawer.size().get_ui();
    const std::uint64_t draws = 200 * outcomes + 7;
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    std::map<Path, std::uint64_t> seen;
    for (const Path& path : drawer.draw_many(draws, rng)) ++seen[path];
    for (const auto& [path, times] : seen) ASSERT_TRUE(std::ranges::find(paths, path) != paths.end());
    EXPECT_TRUE(looks_uniform(seen, outcomes, draws)) << outcomes << " paths";
  }
}

TEST(ThresholdDrawer, ChoosesByTheRatioOfCountsOfManyLimbs) {
  // Three ways out of the start: into two loops, into three, into three after a detour.
  const std::vector<Edge> edges{{0, 1}, {0, 2}, {0, 3}, {3, 2}, {1, 1}, {1, 1},
                                {2, 2}, {2, 2}, {2, 2}, {1, 2}, {2, 4}};
  const Graph graph(5, edges);
  const Question question{.start = 0, .end = 4, .length = 400};
  const PathSpace space(graph, question);
  ASSERT_GT(space.width(), 8u);
  const ThresholdDrawer drawer(graph, question);
  ASSERT_EQ(drawer.size(), space.size());

  const int draws = 20'000;
  std::map<EdgeId, int> first;
  Rng rng(23);
  for (int i = 0; i < draws; ++i) {
    const Path path = *drawer.draw(rng);
    ASSERT_EQ(path.size(), 400u);
    ASSERT_TRUE(space.only(path));
    ++first[path[0]];
  }
  for (const EdgeId edge : {0u, 1u, 2u}) {
    const mpq_class share(to_count(space.starting_with(Path{edge})->size), space.size());
    const double expected = share.get_d() * draws;
    EXPECT_NEAR(first[edge], expected, 5 * std::sqrt(expected)) << "edge " << edge;
  }
}

TEST(ThresholdDrawer, NeedsLessMemoryThanExactCounts) {
  const Graph graph(3, std::vector<Edge>{{0, 0}, {0, 0}, {0, 1}, {1, 0}, {1, 2}});
  const Question question{.start = 0, .end = 2, .length = 1000};
  EXPECT_LT(5 * ThresholdDrawer(graph, question).bytes(), PathSpace(graph, question).bytes());
}

}  // namespace
}  // namespace espalier::paths
