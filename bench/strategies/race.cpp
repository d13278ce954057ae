// One search on one program, and when it covered what.
#include "race.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>

#include "base/cpu_time.h"
#include "search/strategy.h"

namespace espalier::bench {

std::uint64_t Race::covered_by(std::uint64_t iteration) const {
  return static_cast<std::uint64_t>(std::ranges::upper_bound(news, iteration) - news.begin());
}

std::optional<std::uint64_t> Race::iterations_to(std::uint64_t count) const {
  if (count == 0) return 0;
  if (count > news.size()) return std::nullopt;
  return news[count - 1];
}

double Race::cpu_of(std::uint64_t iteration) const {
  const std::uint64_t sample = (iteration + cpu_stride - 1) / cpu_stride;
  return sample == 0 || sample > cpu_at.size() ? cpu_seconds : cpu_at[sample - 1];
}

std::uint64_t Race::by(std::uint64_t iteration, const std::vector<std::uint64_t>& sums) const {
  const std::uint64_t sample =
      std::min<std::uint64_t>((iteration + cpu_stride - 1) / cpu_stride, sums.size());
  return sample == 0 ? 0 : sums[sample - 1];
}

Race hold_race(const Ground& ground, const search::Options& options, const Watch& watch) {
  Race race;
  const auto cpu = [&] {  // the subject runs on and is not among the children that are over
    return process_cpu_seconds() + children_cpu_seconds() +
           std::chrono::duration<double>(ground.subject.cpu_time()).count();
  };
  const double start = cpu();
  expr::Pool pool;
  const auto solver = solve::make_solver(pool, options.solver);
  const esp_telling telling = search::make_strategy(options.strategy)->telling();
  std::uint64_t runs = 0, told = 0;
  const auto sample = [&] {
    race.cpu_at.push_back(cpu() - start);
    race.told_at.push_back(told);
    solve::Statistics layers;
    solver->collect(layers);
    race.asked_at.push_back(layers.front().second.queries);
  };
  const auto run = [&](const Input& input) {
    if (runs != 0 && runs % Race::cpu_stride == 0) sample();
    if (watch) watch(runs);
    ++runs;
    execute::Run outcome = ground.subject.run(0, input, ESP_MODE_CONCOLIC, telling);
    told += outcome.trace.size();
    return outcome;
  };
  // What ends a search is no part of its last iterations: a large tree is judged and taken down.
  bool over = false;
  search::Options watched = options;
  watched.progress = [&](const search::Progress& progress) {
    if (progress.iterations != options.iterations) return;
    sample();
    over = true;
  };
  const std::atomic<bool> never{false};
  const execute::Subject::Burst burst(ground.subject);
  const search::Outcome outcome =
      search::explore({run, pool, *solver, ground.program, ground.criterion}, watched, never);
  if (!over) sample();
  race.cpu_seconds = cpu() - start;
  if (!outcome.mismatches.empty()) throw std::runtime_error(outcome.mismatches.front());

  race.iterations = outcome.iterations;
  race.solver_calls = outcome.solver_calls;
  race.paths = outcome.paths;
  race.nodes = outcome.nodes;
  race.stopped_by = outcome.stopped_by;
  // Whatever covered a goal first is a candidate.
  std::vector<std::uint64_t> first(ground.criterion.goals().size(),
                                   std::numeric_limits<std::uint64_t>::max());
  for (const search::Candidate& candidate : outcome.candidates)
    for (const coverage::GoalId goal : candidate.goals) first[goal] = std::min(first[goal], candidate.run);
  for (const std::uint64_t iteration : first)
    if (iteration != std::numeric_limits<std::uint64_t>::max()) race.news.push_back(iteration);
  std::ranges::sort(race.news);
  return race;
}

}  // namespace espalier::bench
