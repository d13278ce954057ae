#include <gtest/gtest.h>

#include "search/campaign.h"
#include "search/strategy.h"
#include "unit/execute/simulated.h"

namespace espalier::search {
namespace {

TEST(Hybrid, GoesOnWithABurstHoweverManyRunsOthersMadeMeanwhile) {
  simulated::Sites sites;
  expr::Pool pool;
  const model::SiteId site = sites.branch();
  execute::Path path;
  path.steps = {{sites.program.sites[site].first,
                 pool.binary(expr::Op::Ult, pool.input(0, 8), pool.constant(9, 8)), 0}};

  Tree tree(sites.program);
  const model::Contexts contexts;
  const model::Stretches stretches;
  const std::vector<bool> covered(sites.program.edge_count());
  const std::vector<bool> covered_goals;
  const std::vector<coverage::Goal> goals;
  std::uint32_t gain = 1;
  const Input input;
  LastRun last{.number = 1, .completed = true, .input = &input};
  const State state{tree, sites.program, covered, contexts,      stretches,
                    gain, last,          goals,   covered_goals, &pool};

  const auto hybrid = make_strategy("hybrid");
  Rng rng(1);
  hybrid->begin(state, {});
  hybrid->added(state, tree.insert(path, 0));  // covered something: a burst begins
  gain = 0;
  const auto runs_of_others = [&](int count) {
    for (; count > 0; --count) hybrid->added(state, tree.insert(path, ++last.number));
  };
  const auto is_drawn = [&] {
    const auto step = hybrid->propose(state, rng);
    return step && std::holds_alternative<TryInputs>(*step);
  };
  int drawn = 0;
  for (; drawn < 100 && is_drawn(); ++drawn) runs_of_others(50);
  EXPECT_GE(drawn, 10) << "the runs of others count as in vain";
  EXPECT_LT(drawn, 100) << "a burst has no end";
}

}  // namespace
}  // namespace espalier::search
