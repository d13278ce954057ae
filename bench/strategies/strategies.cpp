// All search strategies on our own programs and on real ones: branches covered by numbers of iterations.
// After tables 2 and 3 and figures 7 and 8 of Seo and Kim, How We Get There: A Context-Guided Search Strategy
// in Concolic Testing, FSE 2014.
#include <algorithm>
#include <array>

#include "contest.h"
#include "search/strategy.h"

namespace espalier::bench {
namespace {

/// Those that ask for no random numbers.
bool draws(const std::string& name) {
  constexpr std::array same{"dfs", "bfs", "generational", "solve-first"};
  return std::ranges::find(same, name) == same.end();
}

std::vector<Contestant> everyone(const Settings& settings) {
  std::vector<std::string> names;
  for (const search::StrategyEntry& entry : search::strategies()) names.emplace_back(entry.name);
  check_only(settings, names);
  std::vector<Contestant> all;
  for (const std::string& name : names) {
    if (name == "draw" || !settings.wants(name, names)) continue;  // `draw` works on paths of a given length
    all.push_back({name, {.strategy = name}, draws(name)});
  }
  return all;
}

/// `auto` must keep up with the best single strategy on every program, and win on the sum.
void judge_default(const Contest& contest) {
  const auto& contestants = contest.contestants();
  const auto at = std::ranges::find(contestants, "auto", &Contestant::name);
  if (at == contestants.end() || contestants.size() < 2 || contest.results().empty()) return;
  const auto own = static_cast<std::size_t>(at - contestants.begin());
  double worst = 0, worst_of_branches = 0, sum = 0;
  std::vector<double> sums(contestants.size());
  for (const Contest::Result& result : contest.results()) {
    sum += result.covered[own];
    // A portfolio is no single strategy.
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      if (i == own || contestants[i].name == "portfolio") continue;
      sums[i] += result.covered[i];
      const double behind = result.covered[i] - result.covered[own];
      worst = std::max(worst, 100 * behind / result.covered[i]);
      worst_of_branches = std::max(worst_of_branches, 100 * behind / static_cast<double>(result.goals));
    }
  }
  const double best = *std::ranges::max_element(sums);
  print_header("auto against the best single strategy");
  print_figure("behind the best, on any program", worst_of_branches, "% of branches", "at most 2",
               worst_of_branches <= 2);
  print_figure("the same, of what the best covers", worst, "% of covered", "at most 2", worst <= 2);
  print_figure("sum, relative to the best sum", 100 * sum / best, "%", "over 100", sum > best);
}

void run(const Settings& settings) {
  Contest contest(settings, "strategies", "strategies", everyone(settings));
  const auto failed = for_each_arena(settings, Kinds::All, [&](Arena& arena) { contest.hold(arena); });
  contest.finish();
  judge_default(contest);
  complain(failed);
}

const Experiment experiment{"strategies", "branches covered by each search strategy, by iterations", run};

}  // namespace
}  // namespace espalier::bench
