#include "paths/mixture.h"

#include <gtest/gtest.h>

#include "unit/paths/random_graphs.h"

namespace espalier::paths {
namespace {

TEST(Game, PennyMatchingIsWorthAHalf) {
  const GameSolution solution = solve_game({{1, 0}, {0, 1}});
  EXPECT_NEAR(solution.value, 0.5, 1e-9);
  EXPECT_NEAR(solution.rows[0], 0.5, 1e-9);
}

// The solution is right when what it promises holds for every column, and the opponent, who solves the
// mirrored game, can keep us from getting more.
TEST(Game, ValueIsPromisedToUsAndNotMoreThanTheOpponentGrants) {
  Rng rng(61);
  for (int round = 0; round < 500; ++round) {
    const std::size_t n = 1 + rng.below(8);
    std::vector<std::vector<double>> matrix(n, std::vector<double>(n));
    for (auto& row : matrix)
      for (double& entry : row) entry = static_cast<double>(rng.below(5)) / 4;
    for (std::size_t i = 0; i < n; ++i) matrix[i][i] = 1;
    const GameSolution ours = solve_game(matrix);
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      double paid = 0;
      for (std::size_t i = 0; i < n; ++i) paid += ours.rows[i] * matrix[i][j];
      ASSERT_GE(paid, ours.value - 1e-9);
      sum += ours.rows[j];
    }
    ASSERT_NEAR(sum, 1, 1e-9);
    // 2 - entry, mirrored: what the opponent gains we lose.
    std::vector<std::vector<double>> mirrored(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) mirrored[j][i] = 2 - matrix[i][j];
    ASSERT_NEAR(2 - solve_game(mirrored).value, ours.value, 1e-9);
  }
}

/// A side branch off the start, and a long row of diamonds: nearly all paths go there.
Graph lopsided() {
  std::vector<Edge> edges{{0, 20}};
  Vertex at = 0;
  for (Vertex i = 0; i < 6; ++i) {
    for (const Vertex by : {3 * i + 1, 3 * i + 2}) {
      edges.push_back({at, by});
      edges.push_back({by, 3 * i + 3});
    }
    at = 3 * i + 3;
  }
  edges.push_back({at, 19});
  edges.push_back({20, 19});
  return {21, edges};
}

TEST(Mixture, PassesARareVertexFarMoreOftenThanUniformDrawing) {
  const Graph graph = lopsided();
  const Question question{.start = 0, .end = 19, .length = 20, .bound = Bound::AtMost};
  ASSERT_EQ(census(graph, question).size, 65);
  std::vector<std::vector<EdgeId>> elements;
  for (Vertex v = 1; v <= 20; ++v) elements.push_back(edges_into(graph, v));
  const Mixture mixture(graph, question, elements);
  EXPECT_TRUE(mixture.never().empty());
  EXPECT_NEAR(mixture.least_if_uniform(), 1.0 / 65, 1e-9);
  EXPECT_NEAR(mixture.least(), 1.0 / 3, 1e-6) << "the side branch, and both ways round every diamond";

  Rng rng(62);
  std::vector<int> met(21, 0);
  constexpr int draws = 30'000;
  const std::vector<Edge> edges = graph.list();
  for (int i = 0; i < draws; ++i)
    for (const EdgeId edge : mixture.draw(rng)) ++met[edges[edge].to];
  for (Vertex v = 1; v <= 20; ++v)
    EXPECT_GT(met[v], draws * mixture.least() - 5 * std::sqrt(draws * 0.25)) << "vertex " << v;
}

TEST(Mixture, NamesWhatNoPathMeets) {
  const Graph graph(4, std::vector<Edge>{{0, 1}, {1, 2}, {0, 3}});
  const Mixture mixture(graph, {.start = 0, .end = 2, .length = 2},
                        std::vector{edges_into(graph, 1), edges_into(graph, 3)});
  EXPECT_EQ(mixture.never(), std::vector<std::size_t>{1});
  EXPECT_EQ(mixture.least(), 1);
  Rng rng(63);
  EXPECT_EQ(mixture.draw(rng), (Path{0, 1}));
}

TEST(Mixture, IsNeverWorseThanUniformDrawing) {
  Rng rng(64);
  int better = 0;
  for (int round = 0; round < 200; ++round) {
    const Case some = random_case(rng, 5);
    std::vector<std::vector<EdgeId>> elements;
    for (EdgeId i = 0; i < some.graph.edges(); ++i) elements.push_back({i});
    const Mixture mixture(some.graph, some.question, elements);
    if (all_paths(some.graph, some.question).empty()) continue;
    ASSERT_GE(mixture.least(), mixture.least_if_uniform() - 1e-6);
    better += mixture.least() > mixture.least_if_uniform() + 1e-6;
    const auto path = mixture.draw(rng);
    const auto paths = all_paths(some.graph, some.question);
    ASSERT_TRUE(std::ranges::find(paths, path) != paths.end());
  }
  EXPECT_GT(better, 20);
}

}  // namespace
}  // namespace espalier::paths
