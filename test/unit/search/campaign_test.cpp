#include "search/campaign.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/result.h"
#include "unit/execute/simulated.h"
#include "unit/search/stand_ins.h"

namespace espalier::search {
namespace {

using namespace simulated;
using expr::Op;

/// A simulated program with everything a campaign needs.
struct Trial {
  Sites sites;
  expr::Pool pool;
  BruteForce solver{pool};
  Options options{.exhaustive = true};
  std::atomic<bool> interrupted = false;

  Outcome explore(const Body& body) {
    goals.emplace(sites.program);
    Machine machine(sites.program, body, telling);
    return search::explore(
        {[&](const Input& input) { return machine(input); }, pool, solver, sites.program, *goals}, options,
        interrupted);
  }
  GoalVerdict verdict(const Outcome& outcome, model::SiteId site, std::uint32_t side) const {
    return outcome.verdicts.at(goals->goal(sites.program, site, side));
  }
  esp_telling telling = ESP_TELL_NOTHING;
  std::optional<EverySide> goals;
};

TEST(Campaign, FindsEveryPathOfThreeIndependentBranches) {
  Trial trial;
  const model::SiteId at[] = {trial.sites.branch(), trial.sites.branch(), trial.sites.branch()};
  trial.solver.bits = 4;
  const Outcome outcome = trial.explore([&](Tracer& t) {
    for (std::uint32_t i = 0; i < 3; ++i) t.branch(at[i], t.binary(Op::Ult, t.input(i, 4), t.constant(7, 4)));
  });
  EXPECT_EQ(outcome.paths, 8u);
  EXPECT_EQ(outcome.iterations, 8u);
  EXPECT_EQ(outcome.solver_calls, 7u);
  EXPECT_TRUE(outcome.exhausted);
  EXPECT_EQ(outcome.stopped_by, "exhausted");
  EXPECT_TRUE(outcome.mismatches.empty());
  for (const GoalVerdict& v : outcome.verdicts) EXPECT_EQ(v.verdict, Verdict::Covered);
}

TEST(Campaign, StartsWithZerosAndFlipsTheLastBranchFirst) {
  Trial trial;
  const auto a = trial.sites.branch(), b = trial.sites.branch();
  std::vector<std::pair<bool, bool>> order;
  trial.explore([&](Tracer& t) {
    const bool first = t.branch(a, t.binary(Op::Eq, t.input(0, 8), t.constant(0, 8)));
    order.emplace_back(first, t.branch(b, t.binary(Op::Eq, t.input(1, 8), t.constant(0, 8))));
  });
  using Order = std::vector<std::pair<bool, bool>>;
  EXPECT_EQ(order.at(0), std::pair(true, true));
  EXPECT_EQ(order.at(1), std::pair(true, false));
  EXPECT_FALSE(order.at(2).first);
  EXPECT_EQ(order.size(), Order::size_type{4});
}

TEST(Campaign, ProvesTheImpossibleSideInfeasible) {
  Trial trial;
  const auto outer = trial.sites.branch(), inner = trial.sites.branch();
  const Outcome outcome = trial.explore([&](Tracer& t) {
    const Value x = t.input(0, 8);
    if (t.branch(outer, t.binary(Op::Ult, x, t.constant(10, 8))))
      t.branch(inner, t.binary(Op::Eq, x, t.constant(20, 8)));
  });
  EXPECT_EQ(trial.verdict(outcome, inner, 0).verdict, Verdict::Infeasible);
  EXPECT_EQ(trial.verdict(outcome, inner, 0).why, "every path was explored and none reaches it");
  EXPECT_EQ(trial.verdict(outcome, inner, 1).verdict, Verdict::Covered);
  EXPECT_EQ(outcome.paths, 2u);
}

TEST(Campaign, TakesEveryCaseOfASwitchAndItsDefault) {
  Trial trial;
  const auto site = trial.sites.switch_over({3, 200, 7}, 8);
  const Outcome outcome = trial.explore([&](Tracer& t) { t.choose(site, t.input(0, 8)); });
  EXPECT_EQ(outcome.paths, 4u);
  for (const GoalVerdict& v : outcome.verdicts) EXPECT_EQ(v.verdict, Verdict::Covered);
}

TEST(Campaign, KeepsTheDivisionByZeroThatACheckLeadsTo) {
  Trial trial;
  const auto check = trial.sites.check("division by zero");
  const Outcome outcome = trial.explore([&](Tracer& t) {
    const Value divisor = t.binary(Op::Sub, t.input(0, 8), t.constant(5, 8));
    if (t.branch(check, t.binary(Op::Eq, divisor, t.constant(0, 8)))) t.stop(ESP_CRASH, 8, 0x1234);
  });
  ASSERT_EQ(outcome.candidates.size(), 2u);
  EXPECT_EQ(outcome.candidates[1].status, ESP_CRASH);
  EXPECT_EQ(outcome.candidates[1].detail, 8);
  EXPECT_EQ(outcome.candidates[1].input[0], 5u);
}

TEST(Campaign, KeepsOneCandidatePerWayToFail) {
  Trial trial;
  trial.solver.bits = 1;
  std::vector<model::SiteId> at;
  for (int i = 0; i < 4; ++i) at.push_back(trial.sites.branch());
  std::uint64_t somewhere = 0x1000;  // where a hang is stopped differs from run to run
  const Outcome outcome = trial.explore([&](Tracer& t) {
    int taken = 0;
    for (std::uint32_t i = 0; i < 4; ++i)
      taken += t.branch(at[i], t.binary(Op::Ne, t.input(i, 1), t.constant(0, 1)));
    if (taken >= 2) t.stop(ESP_CRASH, 11, 0x40);
    if (taken == 1) t.stop(ESP_STEPS, 0, somewhere += 16);
  });
  std::size_t crashes = 0, hangs = 0;
  for (const Candidate& c : outcome.candidates) {
    crashes += c.status == ESP_CRASH;
    hangs += c.status == ESP_STEPS;
  }
  EXPECT_EQ(crashes, 1u);
  EXPECT_GE(hangs, 1u);
}

// Whoever writes them at once must be able to tell later which is which.
TEST(Campaign, TellsOfEachCandidateWhenItIsKept) {
  Trial trial;
  const auto a = trial.sites.branch(), b = trial.sites.branch();
  std::vector<std::uint64_t> told;
  trial.options.kept = [&](const Candidate& candidate) { told.push_back(candidate.run); };
  const Outcome outcome = trial.explore([&](Tracer& t) {
    if (t.branch(a, t.binary(Op::Eq, t.input(0, 8), t.constant(7, 8)))) t.stop(ESP_ABORT);
    t.branch(b, t.binary(Op::Ult, t.input(1, 8), t.constant(9, 8)));
  });
  std::vector<std::uint64_t> kept;
  for (const Candidate& candidate : outcome.candidates) kept.push_back(candidate.run);
  EXPECT_GE(kept.size(), 3U);
  EXPECT_EQ(told, kept);
}

TEST(Campaign, PrefersACandidateThatDoesNotFailForEachGoal) {
  Trial trial;
  const auto goal = trial.sites.branch(), fate = trial.sites.branch();
  const Outcome outcome = trial.explore([&](Tracer& t) {
    t.branch(goal, t.binary(Op::Ult, t.input(0, 8), t.constant(9, 8)));
    if (t.branch(fate, t.binary(Op::Eq, t.input(1, 8), t.constant(0, 8)))) t.stop(ESP_ABORT);
  });
  const auto id = trial.goals->goal(trial.sites.program, goal, 0);
  const bool unharmed = std::ranges::any_of(outcome.candidates, [&](const Candidate& c) {
    return c.status == ESP_OK && std::ranges::find(c.goals, id) != c.goals.end();
  });
  EXPECT_TRUE(unharmed);
}

TEST(Campaign, ExploresBeyondRejectedRunsButDoesNotKeepThem) {
  Trial trial;
  const auto guard = trial.sites.branch(), body = trial.sites.branch();
  const Outcome outcome = trial.explore([&](Tracer& t) {
    const Value x = t.input(0, 8);
    if (t.branch(guard, t.binary(Op::Ult, x, t.constant(100, 8)))) t.stop(ESP_REJECTED);
    t.branch(body, t.binary(Op::Eq, x, t.constant(200, 8)));
  });
  EXPECT_EQ(outcome.paths, 2u);
  EXPECT_EQ(outcome.iterations, 3u);
  for (const Candidate& c : outcome.candidates) EXPECT_GE(c.input[0], 100u);
  EXPECT_EQ(trial.verdict(outcome, body, 0).verdict, Verdict::Covered);
  EXPECT_EQ(trial.verdict(outcome, guard, 0).verdict, Verdict::Infeasible);
}

TEST(Campaign, RecordsARunThatLeavesAnExactPathAsABug) {
  Trial trial;
  const auto site = trial.sites.branch(), other = trial.sites.branch();
  int runs = 0;
  const Outcome outcome = trial.explore([&](Tracer& t) {
    const Value condition = t.binary(Op::Ult, t.input(0, 8), t.constant(9, 8));
    t.branch(++runs > 1 ? other : site, condition);
  });
  EXPECT_FALSE(outcome.mismatches.empty());
  EXPECT_FALSE(outcome.exhausted);
  EXPECT_EQ(trial.verdict(outcome, site, 1).verdict, Verdict::Unknown);
}

TEST(Campaign, RecordsASelfCheckMismatchAndDropsThePath) {
  Trial trial;
  const auto site = trial.sites.branch();
  const Outcome outcome =
      trial.explore([&](Tracer& t) { t.lie(site, t.binary(Op::Eq, t.input(0, 8), t.constant(0, 8)), 1); });
  ASSERT_EQ(outcome.mismatches.size(), 1u);
  EXPECT_NE(outcome.mismatches[0].find("f.c:11:5"), std::string::npos) << outcome.mismatches[0];
  EXPECT_EQ(outcome.solver_calls, 0u);
  EXPECT_FALSE(outcome.exhausted);
  EXPECT_EQ(trial.verdict(outcome, site, 0).verdict, Verdict::Unknown);
}

TEST(Campaign, NeverCallsAGoalInfeasibleBehindAnApproximation) {
  Trial trial;
  const auto lost = trial.sites.approximation("call of 'rand'");
  const auto site = trial.sites.branch();
  const Outcome outcome = trial.explore([&](Tracer& t) {
    const Value x = t.input(0, 8);
    t.approximate(lost);
    t.branch(site, t.binary(Op::Ult, t.binary(Op::And, x, t.constant(15, 8)), t.constant(16, 8)));
  });
  EXPECT_EQ(trial.verdict(outcome, site, 1).verdict, Verdict::Unknown);
  EXPECT_EQ(trial.verdict(outcome, site, 1).why, "approximated at f.c:11: call of 'rand'");
  EXPECT_TRUE(outcome.mismatches.empty());
}

TEST(Campaign, HoldsAPinnedValueInQueriesBelowIt) {
  // table[i & 3] with i pinned: under the pin only one cell is seen.
  Trial trial;
  const auto big = trial.sites.branch();
  const auto pin = trial.sites.approximation("symbolic address");
  const auto cell = trial.sites.branch();
  const std::uint64_t table[] = {5, 6, 7, 8};
  std::vector<std::uint64_t> pinned;
  const Outcome outcome = trial.explore([&](Tracer& t) {
    const Value i = t.binary(Op::And, t.input(0, 8), t.constant(3, 8));
    t.branch(big, t.binary(Op::Ult, i, t.constant(2, 8)));
    t.approximate(pin, i);
    pinned.push_back(i.value);
    t.branch(cell, t.binary(Op::Eq, t.binary(Op::Add, t.input(1, 8), t.constant(table[i.value], 8)),
                            t.constant(7, 8)));
  });
  EXPECT_TRUE(outcome.mismatches.empty());
  ASSERT_EQ(pinned.size(), 4u);
  EXPECT_EQ(pinned[0], 0u);
  EXPECT_EQ(pinned[1], 0u) << "the flip below the pin must not move the index";
  EXPECT_GE(pinned[2], 2u);
  EXPECT_EQ(pinned[3], pinned[2]);
}

TEST(Campaign, DoesNotFlipBelowTheDepthBoundAndSaysSo) {
  Trial trial;
  const auto loop = trial.sites.branch(), after = trial.sites.branch();
  trial.options.depth = 3;
  const Outcome outcome = trial.explore([&](Tracer& t) {
    const Value n = t.input(0, 8);
    std::uint64_t i = 0;
    while (t.branch(loop, t.binary(Op::Ult, t.constant(i, 8), n))) ++i;
    if (i == 9) t.branch(after, t.constant(1, 1));
  });
  EXPECT_EQ(outcome.iterations, 4u) << "bodies 0, 1, 2 and more";
  EXPECT_EQ(trial.verdict(outcome, after, 0).verdict, Verdict::Unknown);
  EXPECT_EQ(trial.verdict(outcome, after, 0).why, "depth bound 3");
}

TEST(Campaign, DoesNotClaimAnythingBelowAHang) {
  Trial trial;
  const auto site = trial.sites.branch(), never = trial.sites.branch();
  const Outcome outcome = trial.explore([&](Tracer& t) {
    if (t.branch(site, t.binary(Op::Ult, t.input(0, 8), t.constant(9, 8)))) t.stop(ESP_STEPS);
  });
  EXPECT_EQ(outcome.iterations, 2u) << "the hanging run's branch is flipped";
  EXPECT_EQ(trial.verdict(outcome, never, 0).verdict, Verdict::Unknown);
  EXPECT_EQ(trial.verdict(outcome, never, 0).why, "step budget");
}

TEST(Campaign, KeepsTheSolversReason) {
  Trial trial;
  trial.solver.refuse = "timeout";
  const auto site = trial.sites.branch();
  const Outcome outcome =
      trial.explore([&](Tracer& t) { t.branch(site, t.binary(Op::Ult, t.input(0, 8), t.constant(9, 8))); });
  EXPECT_EQ(trial.verdict(outcome, site, 1).verdict, Verdict::Unknown);
  EXPECT_EQ(trial.verdict(outcome, site, 1).why, "solver: timeout");
}

TEST(Campaign, StopsAtTheGoalsUnlessToldToGoOn) {
  const auto count = [](bool exhaustive) {
    Trial trial;
    const auto a = trial.sites.branch(), b = trial.sites.branch();
    trial.options.exhaustive = exhaustive;
    return trial.explore([&](Tracer& t) {
      t.branch(a, t.binary(Op::Ult, t.input(0, 8), t.constant(9, 8)));
      t.branch(b, t.binary(Op::Ult, t.input(1, 8), t.constant(9, 8)));
    });
  };
  EXPECT_EQ(count(true).iterations, 4u);
  EXPECT_LT(count(false).iterations, 4u);
  EXPECT_EQ(count(false).stopped_by, "goals");
}

TEST(Campaign, StopsAtItsLimits) {
  Trial trial;
  const auto loop = trial.sites.branch(), never = trial.sites.branch();
  const Body body = [&](Tracer& t) {
    for (std::uint64_t i = 0; t.branch(loop, t.binary(Op::Ult, t.constant(i, 8), t.input(0, 8))); ++i) {
    }
  };
  trial.options.iterations = 5;
  const Outcome counted = trial.explore(body);
  EXPECT_EQ(counted.iterations, 5u);
  EXPECT_EQ(counted.stopped_by, "iterations");
  EXPECT_EQ(trial.verdict(counted, never, 0).why, "iterations");
  trial.options.iterations = 0;
  trial.options.tree = 3;
  const Outcome full = trial.explore(body);
  EXPECT_EQ(full.stopped_by, "tree");
  EXPECT_EQ(full.iterations, 3u);
  trial.options.tree = 0;
  trial.options.budget = std::chrono::milliseconds{0};
  EXPECT_EQ(trial.explore(body).stopped_by, "budget");
  trial.interrupted = true;
  const Outcome stopped = trial.explore(body);
  EXPECT_EQ(stopped.stopped_by, "interrupted");
  EXPECT_EQ(stopped.candidates.size(), 1u) << "what was found is kept";
}

TEST(Campaign, CountsPathsTheSameWhenConcreteBranchesAreTraced) {
  for (const esp_telling telling : {ESP_TELL_NOTHING, ESP_TELL_LATELY, ESP_TELL_TRACE}) {
    Trial trial;
    trial.telling = telling;
    trial.solver.bits = 1;
    const auto loop = trial.sites.branch(), symbolic = trial.sites.branch();
    const Outcome outcome = trial.explore([&](Tracer& t) {
      for (std::uint64_t i = 0; t.branch(loop, t.binary(Op::Ult, t.constant(i, 8), t.constant(3, 8))); ++i)
        t.branch(symbolic, t.binary(Op::Ult, t.input(static_cast<std::uint32_t>(i), 1), t.constant(1, 1)));
    });
    EXPECT_EQ(outcome.paths, 8u);
    EXPECT_EQ(outcome.solver_calls, 7u);
    EXPECT_TRUE(outcome.mismatches.empty());
  }
}

TEST(Campaign, ProvesCodeOutOfTheCallGraphInfeasible) {
  Trial trial;
  trial.sites.program.functions.push_back({"g", {"f.c", 90, 1}, 0, false, 0, {}, {}});
  const auto site = trial.sites.branch(), lost = trial.sites.approximation("call of 'rand'");
  trial.sites.program.functions[0].blocks.push_back(
      {model::TerminatorKind::Return, {}, model::no_site, {2}, {"h"}});
  trial.options.root = 1;
  const Outcome outcome = trial.explore([&](Tracer& t) { t.approximate(lost); });
  EXPECT_EQ(trial.verdict(outcome, site, 0).verdict, Verdict::Infeasible);
  EXPECT_NE(trial.verdict(outcome, site, 0).why.find("g does not call f"), std::string::npos);
}

TEST(Campaign, RefusesAnUnknownStrategyWithTheKnownOnes) {
  Trial trial;
  trial.options.strategy = "guess";
  try {
    trial.explore([](Tracer&) {});
    FAIL() << "accepted";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::Usage);
    EXPECT_NE(std::string(error.what()).find("dfs"), std::string::npos);
  }
}

}  // namespace
}  // namespace espalier::search
