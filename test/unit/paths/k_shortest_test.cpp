// Shortest paths against all paths.
#include "paths/k_shortest.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"

namespace espalier::paths {
namespace {

struct Costed {
  std::uint64_t cost;
  std::vector<EdgeId> path;
  [[nodiscard]] auto key() const { return std::pair(cost, path.size()); }
  friend bool operator==(const Costed&, const Costed&) = default;
};

/// All paths of at most `most` edges that pass one of `through`, by length.
std::vector<Costed> brute_force(const std::vector<Edge>& edges, const std::vector<std::uint32_t>& costs,
                                Vertex start, Vertex end, const std::vector<EdgeId>& through,
                                std::size_t most) {
  std::vector<Costed> found;
  std::vector<Costed> now{{0, {}}};
  for (std::size_t length = 0; length <= most; ++length) {
    std::vector<Costed> next;
    for (const Costed& partial : now) {
      const Vertex at = partial.path.empty() ? start : edges[partial.path.back()].to;
      const bool passes = through.empty() || std::ranges::any_of(partial.path, [&](EdgeId edge) {
                            return std::ranges::find(through, edge) != through.end();
                          });
      if (at == end && passes) found.push_back(partial);
      for (EdgeId edge = 0; edge < edges.size(); ++edge) {
        if (edges[edge].from != at) continue;
        next.push_back(partial);
        next.back().cost += costs[edge];
        next.back().path.push_back(edge);
      }
    }
    now = std::move(next);
  }
  std::ranges::stable_sort(found, {}, &Costed::key);
  return found;
}

TEST(ShortestPaths, AreThoseOfBruteForceOnRandomGraphs) {
  Rng rng(7);
  for (int round = 0; round < 300; ++round) {
    const auto vertices = static_cast<Vertex>(2 + rng.below(4));
    std::vector<Edge> edges(1 + rng.below(8));
    std::vector<std::uint32_t> costs;
    for (Edge& edge : edges) {
      edge = {static_cast<Vertex>(rng.below(vertices)), static_cast<Vertex>(rng.below(vertices))};
      costs.push_back(static_cast<std::uint32_t>(1 + rng.below(3)));
    }
    const auto start = static_cast<Vertex>(rng.below(vertices)),
               end = static_cast<Vertex>(rng.below(vertices));
    std::vector<EdgeId> through;
    if (rng.coin()) through.push_back(static_cast<EdgeId>(rng.below(edges.size())));
    // Whatever costs at most 5 has at most 5 edges, so brute force sees all of it.
    constexpr std::uint64_t seen = 5;
    std::vector<Costed> expected = brute_force(edges, costs, start, end, through, seen);
    std::erase_if(expected, [](const Costed& path) { return path.cost > seen; });

    const Graph graph(vertices, edges);
    ShortestPaths paths(graph, costs, start, end, through);
    std::vector<Costed> found;
    while (auto path = paths.next()) {
      if (paths.cost() > seen) break;
      found.push_back({paths.cost(), std::move(*path)});
    }
    ASSERT_EQ(found.size(), expected.size()) << round;
    EXPECT_TRUE(std::ranges::is_sorted(found, {}, &Costed::key)) << round;
    for (const Costed& path : found) EXPECT_EQ(std::ranges::count(expected, path), 1) << round;
  }
}

TEST(ShortestPaths, OfManyDiamondsAreGivenOneByOne) {
  // 2^40 paths of one length: each must cost no more than its own length.
  constexpr Vertex diamonds = 40;
  std::vector<Edge> edges;
  for (Vertex v = 0; v < diamonds; ++v) edges.insert(edges.end(), {{v, v + 1}, {v, v + 1}});
  const std::vector<std::uint32_t> costs(edges.size(), 1);
  const Graph graph(diamonds + 1, edges);
  ShortestPaths paths(graph, costs, 0, diamonds);
  std::vector<std::vector<EdgeId>> found;
  for (int i = 0; i < 1'000; ++i) {
    auto path = paths.next();
    ASSERT_TRUE(path);
    EXPECT_EQ(path->size(), diamonds);
    found.push_back(std::move(*path));
  }
  std::ranges::sort(found);
  EXPECT_EQ(std::ranges::adjacent_find(found), found.end());
}

TEST(ShortestPaths, PreferFewerEdgesWhenTheCostIsEqual) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {0, 2}, {1, 1}};
  const std::vector<std::uint32_t> costs{0, 0, 0, 0};  // a loop for nothing
  const Graph graph(3, edges);
  ShortestPaths paths(graph, costs, 0, 2);
  EXPECT_EQ(paths.next(), (std::vector<EdgeId>{2}));
  EXPECT_EQ(paths.next(), (std::vector<EdgeId>{0, 1}));
  EXPECT_EQ(paths.next(), (std::vector<EdgeId>{0, 3, 1}));
}

TEST(ShortestPaths, EndWhenThereIsNoWay) {
  const std::vector<Edge> edges{{0, 1}, {2, 1}};
  const std::vector<std::uint32_t> costs{1, 1};
  const Graph graph(3, edges);
  const std::vector<EdgeId> elsewhere{1};
  EXPECT_FALSE(ShortestPaths(graph, costs, 1, 0).next());
  EXPECT_FALSE(ShortestPaths(graph, costs, 0, 1, elsewhere).next());
}

}  // namespace
}  // namespace espalier::paths
