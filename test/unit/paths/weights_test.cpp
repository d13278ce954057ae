#include <gtest/gtest.h>

#include "paths/drawer.h"
#include "unit/paths/random_graphs.h"

namespace espalier::paths {
namespace {

/// The same graph with weights from 0 to 4, seldom a very large one.
Graph with_weights(const Graph& graph, Rng& rng) {
  std::vector<Edge> edges = graph.list();
  for (Edge& edge : edges) edge.weight = rng.below(12) == 0 ? rng.next() : rng.below(5);
  return {graph.vertices(), edges};
}

Count weight_of(const Graph& graph, const Question& question, const Path& path) {
  const std::vector<Edge> edges = graph.list();
  Count weight = 1;
  for (const EdgeId edge : path) weight *= edges[edge].weight;
  if (question.bound == Bound::AtMost)
    for (std::size_t i = path.size(); i < question.length; ++i) weight *= question.rest_weight;
  return weight;
}

TEST(Weights, EveryPathHasAsManyRanksAsItCountsFor) {
  Rng rng(51);
  std::size_t checked = 0;
  for (int round = 0; round < 1000; ++round) {
    Case some = random_case(rng, 5);
    some.question.rest_weight = 1 + rng.below(3);
    const Graph graph = with_weights(some.graph, rng);
    const PathSpace space(graph, some.question);
    Count total = 0;
    for (const Path& path : all_paths(graph, some.question)) {
      const Count weight = weight_of(graph, some.question, path);
      const auto interval = space.only(path);
      ASSERT_EQ(interval.has_value(), weight != 0);
      if (weight == 0) continue;
      ASSERT_EQ(to_count(interval->first), total);
      ASSERT_EQ(to_count(interval->size), weight);
      ASSERT_EQ(space.path(total), path) << "its first rank";
      ASSERT_EQ(space.path(Count(total + weight - 1)), path) << "its last rank";
      total += weight;
      ++checked;
    }
    ASSERT_EQ(space.size(), total);
    ASSERT_EQ(census(graph, some.question).size, total);
  }
  EXPECT_GT(checked, 3000u);
}

TEST(Weights, EliminationLeavesTheWeightsOfTheRest) {
  Rng rng(52);
  for (int round = 0; round < 500; ++round) {
    const Case some = random_case(rng, 5);
    const Graph graph = with_weights(some.graph, rng);
    const PathSpace space(graph, some.question);
    if (space.empty()) continue;
    Drawer drawer(space);
    Count left = space.size();
    while (const auto drawn = drawer.take(rng)) {
      left -= weight_of(graph, some.question, drawn->path);
      ASSERT_EQ(drawer.alive(), left);
    }
    ASSERT_EQ(left, 0);
  }
}

TEST(Weights, TwoEdgesAreDrawnAsOneToThree) {
  const Graph graph(2, std::vector<Edge>{{.from = 0, .to = 1}, {.from = 0, .to = 1, .weight = 3}});
  const PathSpace space(graph, {.start = 0, .end = 1, .length = 1});
  Rng rng(53);
  int heavy = 0;
  for (int i = 0; i < 40'000; ++i) heavy += space.draw(rng) == Path{1};
  EXPECT_NEAR(heavy, 30'000, 5 * 87);  // five standard deviations
}

}  // namespace
}  // namespace espalier::paths
