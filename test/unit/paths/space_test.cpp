#include "paths/space.h"

#include <gtest/gtest.h>

#include "unit/paths/random_graphs.h"

namespace espalier::paths {
namespace {

const std::vector<Edge> kTwoDiamonds{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {3, 5}, {4, 6}, {5, 6}};

TEST(Graph, KeepsTheListItWasMadeFrom) {
  const std::vector<Edge> edges{{2, 0}, {0, 1}, {2, 2}, {0, 1}, {1, 2}};
  const Graph graph(3, edges);
  const std::vector<Edge> list = graph.list();
  ASSERT_EQ(list.size(), edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    EXPECT_EQ(list[i].from, edges[i].from);
    EXPECT_EQ(list[i].to, edges[i].to);
  }
  EXPECT_EQ(graph.out_degree(0), 2u);
  EXPECT_EQ(graph.given(graph.first_out(0)), 1u) << "the edges of a vertex are in the order of the list";
}

TEST(Reduce, TrimmingDropsDeadEndsAndWhatCannotBeReached) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {1, 3}, {4, 2}, {3, 3}};
  const Reduced trimmed = trim(Graph(5, edges), 0, 2);
  EXPECT_EQ(trimmed.graph.vertices(), 3u);
  EXPECT_EQ(trimmed.graph.edges(), 2u);
}

TEST(Reduce, ChainsBecomeOneEdgeOfTheirLength) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {0, 2}, {3, 4}};
  const Reduced core = contract_chains(trim(Graph(5, edges), 0, 4));
  EXPECT_EQ(core.graph.vertices(), 2u);
  ASSERT_EQ(core.graph.out_degree(core.start), 2u);
  EXPECT_EQ(core.graph.length(core.graph.first_out(core.start)), 4u);
  EXPECT_EQ(core.graph.length(core.graph.first_out(core.start) + 1), 3u);
}

TEST(Counts, EqualBruteForceAtEveryVertexAndLength) {
  Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    const Case some = random_case(rng, 5);
    const Counts counts(some.graph, some.question.end, some.question.length);
    for (Vertex v = 0; v < some.graph.vertices(); ++v)
      for (std::uint32_t l = 0; l <= some.question.length; ++l)
        ASSERT_EQ(counts.count(v, l),
                  all_paths(some.graph, {.start = v, .end = some.question.end, .length = l}).size());
  }
}

TEST(Counts, AreExactBeyondOneLimb) {
  const Graph loops(1, std::vector<Edge>{{0, 0}, {0, 0}, {0, 0}});
  const Counts counts(loops, 0, 1000);
  Count power;
  for (const unsigned l : {40u, 41u, 80u, 81u, 121u, 1000u}) {
    mpz_ui_pow_ui(power.get_mpz_t(), 3, l);
    EXPECT_EQ(counts.count(0, l), power) << "length " << l;
  }
}

TEST(PathSpace, HoldsExactlyThePathsOfBruteForceInOrder) {
  Rng rng(2);
  std::size_t empty = 0;
  for (int round = 0; round < 1000; ++round) {
    const Case some = random_case(rng);
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    const PathSpace space(some.graph, some.question);
    ASSERT_EQ(space.size(), paths.size());
    empty += paths.empty();
    for (std::size_t i = 0; i < std::min<std::size_t>(paths.size(), 300); ++i)
      ASSERT_EQ(space.path(Count(i)), paths[i]);
  }
  EXPECT_GT(empty, 50u);
  EXPECT_LT(empty, 900u);
}

TEST(PathSpace, PrefixIsTheIntervalOfThePathsThatBeginSo) {
  Rng rng(3);
  for (int round = 0; round < 1000; ++round) {
    const Case some = random_case(rng, 6);
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    const PathSpace space(some.graph, some.question);
    Path prefix;
    if (!paths.empty() && rng.coin()) prefix = paths[rng.below(paths.size())];
    prefix.resize(rng.below(prefix.size() + 1));
    if (some.graph.edges() > 0 && rng.below(3) == 0)
      prefix.push_back(static_cast<EdgeId>(rng.below(some.graph.edges())));

    std::size_t first = 0;
    while (first < paths.size() && !begins_with(paths[first], prefix)) ++first;
    std::size_t last = first;
    while (last < paths.size() && begins_with(paths[last], prefix)) ++last;
    const auto interval = space.starting_with(prefix);
    ASSERT_EQ(interval.has_value(), first != last);
    if (!interval) continue;
    ASSERT_EQ(to_count(interval->first), first);
    ASSERT_EQ(to_count(interval->size), last - first);
  }
}

TEST(PathSpace, PathAloneIsAnIntervalOfOneAtItsRank) {
  Rng rng(4);
  for (int round = 0; round < 300; ++round) {
    const Case some = random_case(rng, 5);
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    const PathSpace space(some.graph, some.question);
    for (std::size_t i = 0; i < std::min<std::size_t>(paths.size(), 100); ++i) {
      const auto interval = space.only(paths[i]);
      ASSERT_TRUE(interval);
      ASSERT_EQ(to_count(interval->first), i);
      ASSERT_EQ(to_count(interval->size), 1);
    }
  }
}

TEST(PathSpace, CommonPrefixOfRanksIsThatOfTheirPaths) {
  Rng rng(5);
  for (int round = 0; round < 500; ++round) {
    const Case some = random_case(rng);
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    if (paths.size() < 2) continue;
    const PathSpace space(some.graph, some.question);
    const std::size_t low = rng.below(paths.size() - 1);
    const std::size_t high = low + 1 + rng.below(paths.size() - 1 - low);
    std::size_t common = 0;
    while (common < std::min(paths[low].size(), paths[high].size()) &&
           paths[low][common] == paths[high][common])
      ++common;
    ASSERT_EQ(space.common_prefix(to_limbs(Count(low), space.width()), to_limbs(Count(high), space.width())),
              common);
  }
}

TEST(PathSpace, RanksBeyondOneLimbComeBack) {
  std::vector<Edge> edges(kTwoDiamonds);
  edges.push_back({6, 0});
  edges.push_back({6, 3});
  const PathSpace space(Graph(7, edges), {.start = 0, .end = 6, .length = 600});
  ASSERT_GT(space.width(), 2u);
  Rng rng(6);
  for (int round = 0; round < 200; ++round) {
    Limbs rank(space.width());
    draw_below(space.size_limbs(), rng, rank);
    const Path path = space.path(rank);
    ASSERT_EQ(path.size(), 600u);
    const auto interval = space.only(path);
    ASSERT_TRUE(interval);
    ASSERT_EQ(interval->first, rank);
    ASSERT_EQ(to_count(interval->size), 1);
  }
}

TEST(PathSpace, DrawsAllPathsOfTwoDiamondsEquallyOften) {
  const PathSpace space(Graph(7, kTwoDiamonds), {.start = 0, .end = 6, .length = 4});
  ASSERT_EQ(space.size(), 4);
  Rng rng(7);
  std::map<Path, std::uint64_t> seen;
  for (int i = 0; i < 40'000; ++i) ++seen[space.draw(rng)];
  EXPECT_EQ(seen.size(), 4u);
  EXPECT_TRUE(looks_uniform(seen, 4, 40'000));
}

TEST(PathSpace, DrawsUniformlyInRandomGraphs) {
  Rng rng(8);
  int tried = 0;
  while (tried < 60) {
    const Case some = random_case(rng);
    const PathSpace space(some.graph, some.question);
    if (space.size() < 2 || space.size() > 200) continue;
    ++tried;
    const std::size_t outcomes = space.size().get_ui();
    const std::uint64_t draws = 50 * outcomes;
    std::map<Path, std::uint64_t> seen;
    for (std::uint64_t i = 0; i < draws; ++i) ++seen[space.draw(rng)];
    EXPECT_TRUE(looks_uniform(seen, outcomes, draws)) << outcomes << " paths";
  }
}

TEST(Limbs, NumbersBelowABoundAreUniform) {
  const Limbs small{5, 0};
  Rng rng(9);
  std::map<Path, std::uint64_t> seen;
  Limbs number(2);
  for (int i = 0; i < 20'000; ++i) {
    draw_below(small, rng, number);
    ASSERT_EQ(number[1], 0u);
    ASSERT_LT(number[0], 5u);
    ++seen[{static_cast<EdgeId>(number[0])}];
  }
  EXPECT_TRUE(looks_uniform(seen, 5, 20'000));

  const Limbs bound{3, 1};  // 2^64 + 3: nearly half of the numbers of 65 bits are rejected
  std::uint64_t upper_half = 0;
  for (int i = 0; i < 20'000; ++i) {
    draw_below(bound, rng, number);
    ASSERT_TRUE(number[1] == 0 || (number[1] == 1 && number[0] < 3));
    upper_half += number[0] >> 63;
  }
  EXPECT_NEAR(static_cast<double>(upper_half), 10'000, 400);
}

}  // namespace
}  // namespace espalier::paths
