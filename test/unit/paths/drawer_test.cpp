#include "paths/drawer.h"

#include <gtest/gtest.h>

#include "paths/trie.h"
#include "unit/paths/random_graphs.h"

namespace espalier::paths {
namespace {

/// A prefix of some path, sometimes of one that is gone, seldom empty, now and then of no path.
Path random_prefix(const std::vector<Path>& paths, EdgeId edges, Rng& rng) {
  Path prefix = paths[rng.below(paths.size())];
  const std::size_t shortest = rng.below(20) == 0 ? 0 : std::min<std::size_t>(1, prefix.size());
  prefix.resize(shortest + rng.below(prefix.size() - shortest + 1));
  if (rng.below(10) == 0) prefix.push_back(static_cast<EdgeId>(rng.below(edges + 1)));
  return prefix;
}

std::vector<Path> without(std::vector<Path> paths, const Path& prefix) {
  std::erase_if(paths, [&](const Path& path) { return begins_with(path, prefix); });
  return paths;
}

std::vector<Path> remaining(const Drawer& drawer) {
  std::vector<Path> left;
  for_each_remaining(drawer, [&](const Path& path) {
    left.push_back(path);
    return true;
  });
  return left;
}

/// A random case with between 2 and `most` paths.
Case case_with_paths(Rng& rng, std::size_t most) {
  for (;;) {
    Case some = random_case(rng);
    const Count size = PathSpace(some.graph, some.question).size();
    if (size >= 2 && size <= most) return some;
  }
}

TEST(Drawer, WhatRemainsIsWhatNoEliminatedPrefixBegins) {
  Rng rng(11);
  for (int round = 0; round < 300; ++round) {
    const Case some = case_with_paths(rng, 150);
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    const PathSpace space(some.graph, some.question);
    Drawer drawer(space);
    std::vector<Path> left = paths;
    for (int i = 0; i < 8; ++i) {
      const Path prefix = random_prefix(paths, some.graph.edges(), rng);
      const std::size_t before = left.size();
      left = without(left, prefix);
      ASSERT_EQ(drawer.eliminate_prefix(prefix), before - left.size());
      ASSERT_EQ(drawer.alive(), left.size());
      ASSERT_EQ(remaining(drawer), left);
    }
  }
}

TEST(Drawer, EliminatesInAnyOrderAlike) {
  Rng rng(12);
  for (int round = 0; round < 300; ++round) {
    const Case some = case_with_paths(rng, 150);
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    const PathSpace space(some.graph, some.question);
    std::vector<Path> prefixes;
    for (int i = 0; i < 6; ++i) prefixes.push_back(random_prefix(paths, some.graph.edges(), rng));

    Drawer one(space);
    Drawer other(space);
    TrieDrawer one_trie(some.graph, some.question);
    TrieDrawer other_trie(some.graph, some.question);
    for (const Path& prefix : prefixes) {
      one.eliminate_prefix(prefix);
      one_trie.eliminate_prefix(prefix);
    }
    for (std::size_t i = prefixes.size(); i > 1; --i) std::swap(prefixes[i - 1], prefixes[rng.below(i)]);
    for (const Path& prefix : prefixes) {
      other.eliminate_prefix(prefix);
      other_trie.eliminate_prefix(prefix);
    }
    ASSERT_EQ(one.alive(), other.alive());
    ASSERT_EQ(one.intervals(), other.intervals());
    ASSERT_EQ(remaining(one), remaining(other));
    ASSERT_EQ(one_trie.alive(), one.alive());
    ASSERT_EQ(other_trie.alive(), one.alive());
  }
}

TEST(Drawer, AgreesWithTheTrieInEveryDrawAndInWhatIsKnown) {
  Rng rng(13);
  std::size_t known = 0;
  for (int round = 0; round < 300; ++round) {
    const Case some = case_with_paths(rng, 2000);
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    const PathSpace space(some.graph, some.question);
    Drawer drawer(space);
    TrieDrawer trie(some.graph, some.question);
    for (int i = 0; i < 20; ++i) {
      Rng a(rng.next());
      Rng b = a;
      const auto drawn = drawer.draw(a);
      ASSERT_EQ(drawn, trie.draw(b));
      if (drawn) known += drawn->known;
      if (rng.below(3) == 0) {
        const Path& path = paths[rng.below(paths.size())];
        ASSERT_EQ(drawer.eliminate_path(path), trie.eliminate_path(path));
      } else {
        const Path prefix = random_prefix(paths, some.graph.edges(), rng);
        if (prefix.size() < 2) continue;
        ASSERT_EQ(drawer.eliminate_prefix(prefix), trie.eliminate_prefix(prefix));
      }
      ASSERT_EQ(drawer.alive(), trie.alive());
    }
  }
  EXPECT_GT(known, 1000u) << "the comparison must have seen eliminated neighbours";
}

TEST(Drawer, StaysUniformAfterElimination) {
  Rng rng(14);
  int tried = 0;
  while (tried < 60) {
    const Case some = case_with_paths(rng, 200);
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    const PathSpace space(some.graph, some.question);
    Drawer drawer(space);
    std::vector<Path> left = paths;
    for (int i = 0; i < 5; ++i) {
      Path prefix = paths[rng.below(paths.size())];
      prefix.resize(prefix.size() - prefix.size() / 3);
      left = without(left, prefix);
      drawer.eliminate_prefix(prefix);
      // Then a sibling: the same up to its last edge, that one another.
      if (left.empty() || prefix.empty()) continue;
      prefix.pop_back();
      for (const Path& path : left)
        if (path.size() > prefix.size() && begins_with(path, prefix)) {
          prefix.push_back(path[prefix.size()]);
          left = without(left, prefix);
          drawer.eliminate_prefix(prefix);
          break;
        }
    }
    ASSERT_EQ(drawer.alive(), left.size());
    if (left.size() < 2) continue;
    ++tried;
    const std::uint64_t draws = 50 * left.size();
    std::map<Path, std::uint64_t> seen;
    for (std::uint64_t i = 0; i < draws; ++i) ++seen[drawer.draw(rng)->path];
    for (const auto& [path, times] : seen) ASSERT_TRUE(std::ranges::find(left, path) != left.end());
    EXPECT_TRUE(looks_uniform(seen, left.size(), draws)) << left.size() << " paths";
  }
}

TEST(Drawer, TakesEveryPathExactlyOnceAndThenNone) {
  Rng rng(15);
  for (int round = 0; round < 200; ++round) {
    const Case some = case_with_paths(rng, 400);
    const std::vector<Path> paths = all_paths(some.graph, some.question);
    const PathSpace space(some.graph, some.question);
    Drawer drawer(space);
    std::set<Path> taken;
    while (const auto drawn = drawer.take(rng)) ASSERT_TRUE(taken.insert(drawn->path).second);
    ASSERT_EQ(taken, std::set<Path>(paths.begin(), paths.end()));
    ASSERT_EQ(drawer.alive(), 0);
    ASSERT_EQ(drawer.intervals(), 1u) << "all neighbours must have grown together";
    ASSERT_FALSE(drawer.draw(rng));
  }
}

TEST(Drawer, EliminatedPathIsGoneButNotThoseThatGoOnBehindIt) {
  // The end has a loop: 0 -> 1, then 1 -> 1 as often as one likes.
  const Graph graph(2, std::vector<Edge>{{0, 1}, {1, 1}});
  const PathSpace space(graph, {.start = 0, .end = 1, .length = 4, .bound = Bound::AtMost});
  Drawer drawer(space);
  ASSERT_EQ(drawer.alive(), 4);
  EXPECT_EQ(drawer.eliminate_path(Path{0, 1}), 1);
  EXPECT_EQ(drawer.alive(), 3);
  EXPECT_EQ(drawer.eliminate_prefix(Path{0, 1}), 2);
  EXPECT_EQ(drawer.remaining(0)->path, Path{0});
  EXPECT_FALSE(drawer.remaining(1));
}

TEST(Drawer, KnowsTheStretchItSharesWithWhatWasEliminated) {
  const Graph diamonds(7, std::vector<Edge>{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {3, 5}, {4, 6}, {5, 6}});
  const PathSpace space(diamonds, {.start = 0, .end = 6, .length = 4});
  Drawer drawer(space);
  EXPECT_EQ(drawer.remaining(0)->known, 0u);
  EXPECT_EQ(drawer.eliminate_prefix(Path{0, 2, 4}), 1);
  EXPECT_EQ(drawer.remaining(0), (Drawn{.path = {0, 2, 5, 7}, .known = 2}));
  EXPECT_EQ(drawer.remaining(1), (Drawn{.path = {1, 3, 4, 6}, .known = 0}));
}

TEST(Drawer, CountsAndEliminatesNumbersOfManyLimbs) {
  const Graph loops(2, std::vector<Edge>{{0, 0}, {0, 0}, {0, 1}});
  const PathSpace space(loops, {.start = 0, .end = 1, .length = 501});
  Drawer drawer(space);
  Count expected = space.size();
  ASSERT_EQ(expected, Count(1) << 500);
  Rng rng(16);
  Path prefix;
  for (int i = 0; i < 400; ++i) {  // a comb: every sibling of one long path
    const auto kept = static_cast<EdgeId>(rng.below(2));
    prefix.push_back(1 - kept);
    expected -= Count(1) << (500 - i - 1);
    ASSERT_EQ(drawer.eliminate_prefix(prefix), Count(1) << (500 - i - 1));
    prefix.back() = kept;
  }
  ASSERT_EQ(drawer.alive(), expected);
  for (int i = 0; i < 50; ++i) {
    const auto drawn = drawer.draw(rng);
    ASSERT_TRUE(begins_with(drawn->path, prefix));
    ASSERT_EQ(drawn->known, 399u);
  }
}

TEST(Drawer, SaysSoWhenThereIsNoPathAtAll) {
  const Graph apart(2, std::vector<Edge>{});
  const PathSpace space(apart, {.start = 0, .end = 1, .length = 3, .bound = Bound::AtMost});
  Drawer drawer(space);
  Rng rng(17);
  EXPECT_TRUE(space.empty());
  EXPECT_EQ(drawer.alive(), 0);
  EXPECT_FALSE(drawer.draw(rng));
  EXPECT_FALSE(drawer.take(rng));
  EXPECT_EQ(drawer.eliminate_prefix(Path{}), 0);
  EXPECT_EQ(drawer.eliminate_prefix(Path{7}), 0);
}

TEST(TrieDrawer, PrunesBelowADeadEnd) {
  const Graph diamonds(7, std::vector<Edge>{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {3, 5}, {4, 6}, {5, 6}});
  TrieDrawer trie(diamonds, {.start = 0, .end = 6, .length = 4});
  trie.eliminate_prefix(Path{0, 2, 4});
  EXPECT_EQ(trie.nodes(), 4u);
  trie.eliminate_prefix(Path{0, 2, 5});
  EXPECT_EQ(trie.alive(), 2);
  EXPECT_EQ(trie.nodes(), 2u) << "edge 0 leads nowhere any more";
}

}  // namespace
}  // namespace espalier::paths
