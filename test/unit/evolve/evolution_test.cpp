// The algorithms on functions written here: nearer than random search, and the same every time.
#include "evolve/evolution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace espalier::evolve {
namespace {

using Values = std::span<const std::uint64_t>;

/// A program of conditions one behind the other; edge n is taken when the first n + 1 hold.
struct Staircase {
  std::vector<std::function<double(Values)>> distances;  ///< 0: holds

  execute::Batch operator()(Values values, std::uint32_t width, const execute::BatchQuestion& question) {
    results.clear();
    fitness.clear();
    std::vector<bool> seen(distances.size());
    for (std::size_t n = 0; n < seen.size(); ++n) seen[n] = (question.edges[n] & ESP_EDGE_SEEN) != 0;
    for (std::size_t at = 0; at + width <= values.size(); at += width) {
      const Values x = values.subspan(at, width);
      ++evaluations;
      std::size_t taken = 0;
      while (taken < distances.size() && distances[taken](x) == 0) ++taken;
      bool news = false;
      for (std::size_t n = 0; n < taken; ++n) {
        news |= !seen[n];
        seen[n] = true;
      }
      most = std::max(most, taken);
      results.push_back({ESP_OK, static_cast<std::uint8_t>(news), static_cast<std::uint16_t>(taken)});
      for (std::size_t target = 0; target < question.objectives; ++target) {
        // The list of target n is the stairs up to it, the last one first.
        const double distance = taken < distances.size() ? distances[taken](x) : 0;
        const std::size_t goal = distances.size() - question.objectives + target;
        fitness.push_back(taken > goal ? 0 : static_cast<double>(goal - taken) + distance / (distance + 1));
      }
    }
    return {results, {}, fitness};
  }

  std::vector<esp_batch_result> results;
  std::vector<double> fitness;
  std::uint64_t evaluations = 0;
  std::size_t most = 0;  ///< stairs that some input climbed
};

constexpr Gene integer{Gene::Kind::Integer, 32, true};

double apart(std::uint64_t a, std::uint64_t b) {
  return std::abs(static_cast<double>(static_cast<std::int32_t>(a)) -
                  static_cast<double>(static_cast<std::int32_t>(b)));
}

/// Needles in a haystack, each behind the other.
Staircase needles() {
  return {{[](Values x) { return static_cast<std::int32_t>(x[0]) > 1'000'000 ? 0 : apart(x[0], 1'000'001); },
           [](Values x) { return apart(x[1], 123'456); }, [](Values x) { return apart(x[2], x[0] + x[1]); }},
          {},
          {},
          0,
          0};
}

/// Bits to be set, many of them: what coverage can see step by step.
Staircase bits() {
  Staircase stairs;
  for (unsigned bit = 0; bit < 24; ++bit)
    stairs.distances.push_back([bit](Values x) { return (x[bit % 3] >> (bit / 3) & 1) != 0 ? 0.0 : 1.0; });
  return stairs;
}

struct Searched {
  std::size_t most;
  std::uint64_t evaluations;
  std::vector<Input> news;
};

Searched search(Staircase stairs, Algorithm algorithm, Fitness fitness, int generations, std::uint64_t seed) {
  const std::size_t edges = stairs.distances.size();
  Evolution evolution({integer, integer, integer}, {}, std::ref(stairs),
                      {.algorithm = algorithm, .fitness = fitness, .population = 100});
  const Domain whole = Domain::whole({integer, integer, integer});
  // The last edge is what is wanted; others are news on the way.
  evolution.aim({{.id = 7, .approaches = {{0, 0}, {ESP_NO_EDGE, 0}}, .domain = whole}},
                std::vector<std::uint8_t>(edges, ESP_EDGE_COUNTS));
  Rng rng(seed);
  Searched result{};
  for (int i = 0; i < generations; ++i) {
    auto news = evolution.generation(rng);
    result.news.insert(result.news.end(), news.begin(), news.end());
  }
  EXPECT_EQ(evolution.evaluations(), stairs.evaluations);
  result.most = stairs.most;
  result.evaluations = stairs.evaluations;
  return result;
}

/// As many executions of random inputs.
std::size_t random_search(Staircase stairs, std::uint64_t executions, std::uint64_t seed) {
  const Genome genome{integer, integer, integer};
  const Operators operators(genome, nullptr);
  const Domain whole = Domain::whole(genome);
  const std::vector<std::uint8_t> edges(stairs.distances.size());
  Rng rng(seed);
  std::vector<std::uint64_t> x(3);
  for (std::uint64_t i = 0; i < executions; ++i) {
    operators.draw(whole, x, rng);
    stairs(x, 3, {.edges = edges});
  }
  return stairs.most;
}

class EachAlgorithm : public testing::TestWithParam<Algorithm> {};

TEST_P(EachAlgorithm, ByDistanceFindsWhatRandomSearchDoesNot) {
  std::size_t by_chance = 0, evolved = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Searched result = search(needles(), GetParam(), Fitness::Distance, 300, seed);
    evolved += result.most;
    by_chance += random_search(needles(), result.evaluations, seed);
  }
  EXPECT_GT(evolved, by_chance);
  // The differential one moves in halves of differences, and may stop before it is all the way there.
  const std::size_t all = 5 * 3;
  EXPECT_GE(evolved, GetParam() == Algorithm::Standard ? all : 1);
}

TEST_P(EachAlgorithm, ByCoverageClimbsHigherThanRandomSearch) {
  std::size_t by_chance = 0, evolved = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Searched result = search(bits(), GetParam(), Fitness::Coverage, 100, seed);
    evolved += result.most;
    by_chance += random_search(bits(), result.evaluations, seed);
  }
  EXPECT_GT(evolved, by_chance);
}

TEST_P(EachAlgorithm, WithTheSameSeedFindsTheSame) {
  for (const Fitness fitness : {Fitness::Coverage, Fitness::Distance}) {
    const Searched a = search(needles(), GetParam(), fitness, 50, 3);
    EXPECT_EQ(a.news, search(needles(), GetParam(), fitness, 50, 3).news);
    EXPECT_NE(a.news, search(needles(), GetParam(), fitness, 50, 4).news);
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, EachAlgorithm,
                         testing::Values(Algorithm::Standard, Algorithm::Differential, Algorithm::Both),
                         [](const auto& test) {
                           return test.param == Algorithm::Standard       ? "sga"
                                  : test.param == Algorithm::Differential ? "dga"
                                                                          : "both";
                         });

TEST(Evolution, TriesSeedsInTheNextGeneration) {
  Staircase stairs = needles();
  Evolution evolution({integer, integer, integer}, {}, std::ref(stairs), {.population = 10});
  evolution.aim({}, std::vector<std::uint8_t>(3));
  evolution.seed({{2'000'000, 123'456, 2'123'456}});
  Rng rng(1);
  evolution.generation(rng);
  EXPECT_EQ(stairs.most, 3u);
}

TEST(Judge, GoesOnBehindInputsThatKillTheSubject) {
  std::vector<esp_batch_result> results;
  const auto evaluate = [&](Values values, std::uint32_t, const execute::BatchQuestion&) -> execute::Batch {
    results.clear();
    for (const std::uint64_t x : values) {
      if (x == 13) break;
      results.push_back({ESP_OK, 0, static_cast<std::uint16_t>(x)});
    }
    return {results, {}, {}};
  };
  Judge judge(evaluate);
  Population all(1, 5);
  for (std::size_t i = 0; const std::uint64_t x : {1, 13, 3, 13, 5}) all[i++][0] = x;
  Judgement judgement;
  EXPECT_TRUE(judge.ask(all, {}, judgement));
  EXPECT_EQ(judgement.results[2].covered, 3);
  EXPECT_EQ(judgement.results[4].covered, 5);
  EXPECT_FALSE(judgement.counts(1));
  EXPECT_EQ(judge.evaluations(), 5u);
  for (int i = 0; i < 20; ++i) judge.ask(all, {}, judgement);
  EXPECT_TRUE(judge.gave_up());
}

TEST(Archive, KeepsTheNearestOfEachTarget) {
  Archive archive;
  const auto offer = [&](TargetId target, double fitness, std::uint64_t x) {
    return archive.offer(target, fitness, std::vector{x});
  };
  EXPECT_TRUE(offer(1, 0.5, 1));
  EXPECT_FALSE(offer(1, 0.7, 2));
  EXPECT_TRUE(offer(2, 0.9, 3));
  EXPECT_FALSE(offer(1, 0.5, 1));  // known
  EXPECT_FALSE(offer(1, ESP_NO_FITNESS, 4));
  for (std::uint64_t x = 10; x < 30; ++x) offer(1, 0.1 + 0.001 * static_cast<double>(x), x);
  EXPECT_EQ(archive.of(1).size(), 8u);
  EXPECT_EQ(archive.of(1).front().values, (std::vector<std::uint64_t>{10}));
  EXPECT_EQ(archive.of(2).size(), 1u);
  archive.forget(1);
  EXPECT_TRUE(archive.of(1).empty());
}

}  // namespace
}  // namespace espalier::evolve
