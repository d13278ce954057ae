#include <gtest/gtest.h>

#include <numeric>

#include "solve/layer.h"
#include "unit/solve/explore.h"

namespace espalier::solve {
namespace {

using expr::Expr;
using expr::Op;
using namespace std::chrono_literals;

/// Answers what the test wants and remembers what it was asked.
class Scripted final : public Solver {
 public:
  using Reply = std::function<Answer(const Query&)>;
  explicit Scripted(Reply reply) : reply_(std::move(reply)) {}
  Answer solve(const Query& query) override {
    asked.emplace_back(query.constraints.begin(), query.constraints.end());
    return reply_(query);
  }
  void collect(Statistics&) const override {}
  std::vector<std::vector<Expr>> asked;

 private:
  Reply reply_;
};

class Layers : public ::testing::Test {
 protected:
  Expr v(std::uint32_t i) { return pool.input(i, 32); }
  Expr c(std::uint64_t value) { return pool.constant(value, 32); }
  Expr is(std::uint32_t i, std::uint64_t value) { return pool.binary(Op::Eq, v(i), c(value)); }
  Expr less(std::uint32_t i, std::uint32_t j) { return pool.binary(Op::Slt, v(i), v(j)); }
  std::unique_ptr<Solver> scripted(Scripted::Reply reply) {
    auto solver = std::make_unique<Scripted>(std::move(reply));
    below = solver.get();
    return solver;
  }
  std::unique_ptr<Solver> reuse_answers(std::unique_ptr<Solver> next) {
    return cache_answers(pool, reuse_cores(pool, std::move(next)));
  }
  static LayerStatistics top_of(const Solver& solver) {
    Statistics statistics;
    solver.collect(statistics);
    return statistics.front().second;
  }

  expr::Pool pool;
  Scripted* below = nullptr;
};

TEST_F(Layers, SliceKeepsOnlyWhatIsConnectedWithTheLastConstraint) {
  const auto solver = slice(pool, scripted([](const Query&) { return Unknown{"?"}; }));
  const Input seed{{5, 6, 7, 8, 9}};
  const std::vector<Expr> query{less(0, 1), is(4, 9), less(2, 3), less(1, 2), is(3, 1)};
  (void)solver->solve({query, seed, 1s});
  ASSERT_EQ(below->asked.size(), 1U);
  EXPECT_EQ(below->asked[0], (std::vector<Expr>{query[0], query[2], query[3], query[4]}));
  const std::vector<Expr> shorter{query[0], query[1], less(2, 3), is(4, 1)};
  (void)solver->solve({shorter, seed, 1s});
  EXPECT_EQ(below->asked[1], (std::vector<Expr>{query[1], shorter[3]})) << "after leaving part of the prefix";
}

TEST_F(Layers, SliceKeepsTheSeedElsewhere) {
  const auto solver = slice(pool, scripted([](const Query&) { return Sat{Input{{77, 42}}}; }));
  const Input seed{{5, 6, 7}};
  const std::vector<Expr> query{is(0, 5), is(2, 7), is(1, 42)};
  const Answer answer = solver->solve({query, seed, 1s});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(std::get<Sat>(answer).input, (Input{{5, 42, 7}}));
}

TEST_F(Layers, SliceMapsTheCoreBack) {
  const auto solver = slice(pool, scripted([](const Query&) { return Unsat{{0, 1}}; }));
  const Input seed{{1, 5}};
  const std::vector<Expr> query{is(0, 1), is(1, 5), is(1, 6)};
  const Answer answer = solver->solve({query, seed, 1s});
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer));
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{1, 2}));
}

TEST_F(Layers, SliceSolvesForConstraintsThatTheSeedBreaks) {
  const auto solver = slice(pool, z3_backend(pool));
  const Input seed{{0, 0, 0}};
  const std::vector<Expr> query{is(0, 11), is(2, 0), is(1, 42)};
  const Answer answer = solver->solve({query, seed, 1s});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(std::get<Sat>(answer).input, (Input{{11, 42, 0}}));
  const std::vector<Expr> contradiction{is(0, 11), is(0, 12), is(1, 42)};
  EXPECT_TRUE(std::holds_alternative<Unsat>(solver->solve({contradiction, seed, 1s})));
}

TEST_F(Layers, SliceLooksAtNothingElseWhenTheSeedIsKnownToKeepThePrefix) {
  const auto solver = slice(pool, scripted([](const Query&) { return Sat{Input{{0, 42}}}; }));
  const std::vector<Expr> query{is(0, 11), is(1, 42)};
  const Answer answer = solver->solve({query, Input{{0, 0}}, 1s, true});
  EXPECT_EQ(below->asked.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<Sat>(answer));
}

TEST_F(Layers, NobodyIsHarmedWhenTheSeedDoesNotKeepThePrefixAfterAll) {
  const auto solver = make_solver(pool, {});
  const std::vector<Expr> query{is(0, 11), is(1, 42)};
  const Answer answer = solver->solve({query, Input{{0, 0}}, 1s, true});
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, "the solver's input breaks constraint 1 of 2");
}

TEST_F(Layers, SliceAnswersTheEmptyQueryWithTheSeed) {
  const auto solver = slice(pool, scripted([](const Query&) { return Unknown{"?"}; }));
  const Answer answer = solver->solve({{}, Input{{3}}, 1s});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(std::get<Sat>(answer).input, (Input{{3}}));
}

TEST_F(Layers, ReuseAnswersTheSameSetInAnyOrderOnce) {
  const auto solver = reuse_answers(scripted([](const Query&) { return Sat{Input{{1, 2, 9}}}; }));
  const std::vector<Expr> query{less(0, 1), is(1, 2)}, swapped{is(1, 2), less(0, 1)}, other{less(0, 1)};
  (void)solver->solve({query, Input{{0, 0, 9}}, 1s});
  const Answer again = solver->solve({swapped, Input{{7, 7, 4}}, 1s});
  EXPECT_EQ(below->asked.size(), 1U);
  ASSERT_TRUE(std::holds_alternative<Sat>(again));
  EXPECT_EQ(std::get<Sat>(again).input, (Input{{1, 2, 4}})) << "other variables come from the new seed";
  (void)solver->solve({other, Input{}, 1s});
  EXPECT_EQ(below->asked.size(), 2U);
}

TEST_F(Layers, ReuseRefutesSupersetsOfACoreButNotSubsets) {
  const auto solver = reuse_answers(scripted([](const Query& query) -> Answer {
    if (query.constraints.size() == 3) return Unsat{{0, 2}};
    return Unknown{"?"};
  }));
  const std::vector<Expr> first{is(0, 1), is(1, 1), is(0, 2)};
  (void)solver->solve({first, Input{}, 1s});
  const std::vector<Expr> superset{is(3, 3), is(0, 2), is(0, 1)};
  const Answer answer = solver->solve({superset, Input{}, 1s});
  EXPECT_EQ(below->asked.size(), 1U);
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer));
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{1, 2}));
  const std::vector<Expr> subset{is(0, 2), is(1, 1)};
  (void)solver->solve({subset, Input{}, 1s});
  EXPECT_EQ(below->asked.size(), 2U);
}

TEST_F(Layers, ReuseAsksAgainAfterUnknown) {
  const auto solver = reuse_answers(scripted([](const Query&) { return Unknown{"time"}; }));
  const std::vector<Expr> query{is(0, 1)};
  (void)solver->solve({query, Input{}, 1s});
  (void)solver->solve({query, Input{}, 1s});
  EXPECT_EQ(below->asked.size(), 2U);
}

// Cores with the same youngest member lie side by side, and the oldest of 64 makes room for the next.
TEST_F(Layers, ReuseForgetsTheOldestCoreOfManyAndNoOther) {
  const auto solver = reuse_answers(scripted([](const Query& query) -> Answer {
    Unsat all;
    for (std::size_t i = 0; i < query.constraints.size(); ++i) all.core.push_back(i);
    return all;
  }));
  std::vector<std::vector<Expr>> cores(66);
  for (std::uint32_t i = 0; i < cores.size(); ++i)  // of two to five members
    for (std::uint32_t k = 0; k <= i % 4; ++k) cores[i].push_back(is(10 + 10 * i + k, 1));
  const Expr youngest = is(0, 1);
  for (auto& core : cores) {
    core.push_back(youngest);
    (void)solver->solve({core, Input{}, 1s});
  }
  const auto is_known = [&](std::vector<Expr> query) {
    below->asked.clear();
    query.insert(query.begin(), is(1, 1));
    const Answer answer = solver->solve({query, Input{}, 1s});
    if (!below->asked.empty()) return false;
    std::vector<std::size_t> rest(query.size() - 1);
    std::iota(rest.begin(), rest.end(), 1);
    EXPECT_EQ(std::get<Unsat>(answer).core, rest);
    return true;
  };
  for (std::size_t i = 2; i < cores.size(); ++i) EXPECT_TRUE(is_known(cores[i])) << i;
  // The end of one and the beginning of the next are no core.
  EXPECT_FALSE(is_known({cores[7].front(), cores[8].front(), is(2, 1)}));
  EXPECT_FALSE(is_known(cores[0]));
}

TEST_F(Layers, ACoreStandsWhereItsMembersComeFirst) {
  const auto solver = reuse_answers(scripted([](const Query&) { return Unsat{{0, 1}}; }));
  const std::vector<Expr> pair{is(0, 1), is(0, 2)}, twice{is(0, 2), is(3, 3), is(0, 2), is(0, 1), is(0, 1)};
  (void)solver->solve({pair, Input{}, 1s});
  const Answer answer = solver->solve({twice, Input{}, 1s});
  EXPECT_EQ(below->asked.size(), 1U);
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{0, 3}));
}

// Memory is bounded by what is remembered, not by how often: long sets of constraints count more.
TEST_F(Layers, ReuseForgetsRatherThanGrow) {
  bool satisfiable = true;
  const auto solver = reuse_answers(scripted([&](const Query& query) -> Answer {
    if (satisfiable) return Sat{query.seed};
    Unsat all;
    for (std::size_t i = 0; i < query.constraints.size(); ++i) all.core.push_back(i);
    return all;
  }));
  std::vector<Expr> query;
  for (std::uint32_t i = 0; i < 3000; ++i) query.push_back(is(i, 1));
  for (const bool sat : {true, false}) {
    satisfiable = sat;
    query.pop_back();
    query.push_back(is(0, sat ? 100 : 101));
    const std::vector<Expr> first = query;
    (void)solver->solve({first, Input{}, 1s});
    const std::size_t once = below->asked.size();
    (void)solver->solve({first, Input{}, 1s});
    EXPECT_EQ(below->asked.size(), once) << "remembered";
    for (std::uint32_t i = 0; i < 4000; ++i) {
      query.back() = is(1, 1000 + i);
      (void)solver->solve({query, Input{}, 1s});
      below->asked.clear();
    }
    (void)solver->solve({first, Input{}, 1s});
    EXPECT_EQ(below->asked.size(), 1U) << "forgotten";
  }
}

TEST_F(Layers, CheckTurnsAWrongModelIntoUnknownAndCountsIt) {
  const auto solver = check_models(pool, scripted([](const Query&) { return Sat{Input{{1, 1}}}; }));
  const std::vector<Expr> right{is(0, 1)}, wrong{is(0, 1), is(1, 2)};
  EXPECT_TRUE(std::holds_alternative<Sat>(solver->solve({right, Input{}, 1s})));
  EXPECT_TRUE(std::holds_alternative<Unknown>(solver->solve({wrong, Input{}, 1s})));
  EXPECT_EQ(top_of(*solver).queries, 2U);
  EXPECT_EQ(top_of(*solver).sat, 0U) << "settled below";
  EXPECT_EQ(top_of(*solver).unknown, 1U);
}

TEST_F(Layers, CountsOfAllLayersAddUpToTheQueries) {
  const auto solver = make_solver(pool);
  const test::Exploration exploration = test::explore(pool, *solver, test::bubble_sort(4), 1000);
  Statistics statistics;
  solver->collect(statistics);
  ASSERT_GT(statistics.size(), 4U);
  EXPECT_EQ(statistics.front().first, "check");
  EXPECT_EQ(statistics.back().first, "z3");
  std::uint64_t sat = 0, unsat = 0;
  for (const auto& [name, layer] : statistics) {
    sat += layer.sat;
    unsat += layer.unsat;
    if (layer.queries > 0) {
      EXPECT_GT(layer.seconds, 0.0) << name;
    }
  }
  EXPECT_EQ(sat, exploration.sat);
  EXPECT_EQ(unsat, exploration.unsat);
  EXPECT_LT(statistics.back().second.queries, exploration.sat + exploration.unsat) << "reuse settles some";
}

// The judge is asked by a layer, but not the one below it.
TEST_F(Layers, TimeIsNobodysTwice) {
  const auto solver = make_solver(pool, {.layers = {}, .check_unsat = true, .record_file = {}});
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::vector<Expr> query{is(i, 1), is(i, 2)};
    EXPECT_TRUE(std::holds_alternative<Unsat>(solver->solve({query, Input{}, 1s})));
  }
  Statistics statistics;
  solver->collect(statistics);
  double sum = 0, judge = 0;
  for (const auto& [name, layer] : statistics) {
    EXPECT_GE(layer.seconds, 0.0) << name;
    sum += layer.seconds;
    if (name == "judge") judge = layer.seconds;
  }
  EXPECT_GT(judge, sum / 2) << "it starts a process for each";
}

}  // namespace
}  // namespace espalier::solve
