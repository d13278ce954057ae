#include "paths/restrict.h"

#include <gtest/gtest.h>

#include "unit/paths/random_graphs.h"

namespace espalier::paths {
namespace {

std::vector<Vertex> vertices_of(const Graph& graph, Vertex start, const Path& path) {
  const std::vector<Edge> edges = graph.list();
  std::vector<Vertex> vertices{start};
  for (const EdgeId edge : path) vertices.push_back(edges[edge].to);
  return vertices;
}

bool wanted(const Case& some, const Restriction& restriction, const Path& path) {
  const auto vertices = vertices_of(some.graph, some.question.start, path);
  for (const auto& prefix : restriction.forbidden)
    if (begins_with(vertices, prefix)) return false;
  for (const auto& edges : restriction.through)
    if (std::ranges::none_of(path, [&](EdgeId e) { return std::ranges::find(edges, e) != edges.end(); }))
      return false;
  return true;
}

TEST(Restricted, HoldsExactlyTheWantedPathsInOrder) {
  Rng rng(41);
  std::size_t dropped = 0, kept = 0;
  for (int round = 0; round < 1000; ++round) {
    const Case some = random_case(rng, 6);
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    Restriction restriction;
    for (std::uint64_t i = rng.below(3); i > 0 && !paths.empty(); --i) {
      auto prefix = vertices_of(some.graph, some.question.start, paths[rng.below(paths.size())]);
      prefix.resize(1 + rng.below(prefix.size()));
      if (prefix.size() > 1 || rng.below(8) == 0) restriction.forbidden.push_back(prefix);
    }
    for (std::uint64_t i = rng.below(3); i > 0 && some.graph.edges() > 0; --i)
      restriction.through.push_back(
          edges_into(some.graph, static_cast<Vertex>(rng.below(some.graph.vertices()))));

    const Restricted restricted(some.graph, some.question, restriction);
    const PathSpace space(restricted.graph(), restricted.question());
    std::vector<Path> expected;
    for (const Path& path : paths)
      if (wanted(some, restriction, path)) expected.push_back(path);
    ASSERT_EQ(space.size(), expected.size());
    for (std::size_t i = 0; i < expected.size() && i < 200; ++i)
      ASSERT_EQ(restricted.translate(space.path(Count(i))), expected[i]);
    kept += expected.size();
    dropped += paths.size() - expected.size();
  }
  EXPECT_GT(kept, 1000u);
  EXPECT_GT(dropped, 1000u);
}

TEST(Restricted, DrawsUniformlyAmongThePathsThroughAnEdge) {
  // Three diamonds in a row; edge 5 is the lower way into the second one.
  const std::vector<Edge> edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {3, 5},
                                {4, 6}, {5, 6}, {6, 7}, {6, 8}, {7, 9}, {8, 9}};
  const Graph graph(10, edges);
  const Restricted restricted(graph, {.start = 0, .end = 9, .length = 6},
                              {.through = {edges_between(graph, 3, 5)}});
  const PathSpace space(restricted.graph(), restricted.question());
  ASSERT_EQ(space.size(), 4);
  Rng rng(42);
  std::map<Path, std::uint64_t> seen;
  for (int i = 0; i < 20'000; ++i) {
    const Path path = restricted.translate(space.draw(rng));
    ASSERT_EQ(path[2], 5u);
    ++seen[path];
  }
  EXPECT_TRUE(looks_uniform(seen, 4, 20'000));
}

TEST(Restricted, ForbiddenStartLeavesNothing) {
  const Graph graph(2, std::vector<Edge>{{0, 1}});
  const Restricted restricted(graph, {.start = 0, .end = 1, .length = 1}, {.forbidden = {{0}}});
  EXPECT_TRUE(PathSpace(restricted.graph(), restricted.question()).empty());
}

}  // namespace
}  // namespace espalier::paths
