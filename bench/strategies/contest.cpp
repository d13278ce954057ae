#include "contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "plot.h"
#include "progress_line.h"
#include "race_file.h"
#include "statistics.h"

namespace espalier::bench {
namespace {

constexpr unsigned usual_seeds = 10;
constexpr double part_of_the_best = 0.95;  // the common target

std::vector<double> covered(const std::vector<Race>& races, std::uint64_t iteration) {
  std::vector<double> values;
  for (const Race& race : races) values.push_back(static_cast<double>(race.covered_by(iteration)));
  return values;
}

double milliseconds(const std::vector<Race>& races) {
  double cpu = 0, iterations = 0;
  for (const Race& race : races) {
    cpu += race.cpu_seconds;
    iterations += static_cast<double>(race.iterations);
  }
  return 1e3 * cpu / iterations;
}

std::vector<std::string> headings(const std::vector<std::uint64_t>& marks) {
  std::vector<std::string> all{"subject", "strategy", "seed", "iterations", "solver calls", "CPU s", "end"};
  for (const std::uint64_t mark : marks) all.push_back(fmt::format("covered at {}", mark));
  return all;
}

std::vector<std::uint64_t> marks_of(const Settings& settings) {
  if (settings.quick) return {100, 500};
  return {100, 500, 1'000, 2'000, 4'000};
}

}  // namespace

Contest::Contest(const Settings& settings, std::string title, std::string name,
                 std::vector<Contestant> contestants)
    : settings_(settings),
      title_(std::move(title)),
      name_(std::move(name)),
      contestants_(std::move(contestants)),
      marks_(marks_of(settings)),
      build_(stamp_of_build()),
      csv_(headings(marks_)) {}

void Contest::hold(Arena& arena) {
  const unsigned seeds = settings_.seeds != 0 ? settings_.seeds : settings_.quick ? 2 : usual_seeds;
  std::vector<Races> all;
  for (const Contestant& contestant : contestants_) all.push_back(races_of(contestant, arena, seeds));
  note(arena, all);
  print(arena, all);
  compare_best(all);
  plot(arena, all);
}

Contest::Races Contest::races_of(const Contestant& contestant, Arena& arena, unsigned seeds) const {
  Races races;
  for (unsigned i = 0; i < (contestant.draws ? seeds : 1); ++i) {
    search::Options options = contestant.options;
    options.seed = settings_.first_seed + i;
    options.iterations = marks_.back();
    const RaceFile file(settings_.out / "races" / name_ / arena.name() /
                            fmt::format("{}-{}.json", contestant.name, options.seed),
                        fmt::format("{} {} {}", build_, arena.stamp(), options.iterations));
    if (const auto kept = settings_.resume ? file.read() : std::nullopt) {
      races.push_back(*kept);
      continue;
    }
    const ProgressLine line(fmt::format("{}: {}, seed {}", arena.name(), contestant.name, options.seed));
    options.progress = [&](const search::Progress& now) {
      if (now.iterations % 100 == 0)
        line.show(fmt::format("iteration {}, {} of {} branches", now.iterations, now.covered, now.goals));
    };
    races.push_back(arena.run(options));
    file.keep(races.back());
  }
  races.resize(seeds, races.front());
  return races;
}

void Contest::print(const Arena& arena, const std::vector<Races>& all) {
  double best = 0;
  for (const Races& races : all) best = std::max(best, mean(covered(races, marks_.back())));
  const auto target = static_cast<std::uint64_t>(part_of_the_best * best);

  print_header(fmt::format("{}: {}, {} branches; mean of {} seeds", title_, arena.name(), arena.goals(),
                           all.front().size()));
  std::vector<std::string> columns{"strategy"};
  for (const std::uint64_t mark : marks_) columns.push_back(fmt::format("at {}", mark));
  columns.insert(columns.end(),
                 {"+-", "calls", "ms/iteration", fmt::format("{} after", target), "CPU s", "of"});
  Table table(columns);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Races& races = all[i];
    std::vector<std::string> row{contestants_[i].name};
    for (const std::uint64_t mark : marks_) row.push_back(fmt::format("{:.1f}", mean(covered(races, mark))));
    row.push_back(fmt::format("{:.1f}", deviation(covered(races, marks_.back()))));
    std::vector<double> calls, iterations, cpu;
    for (const Race& race : races) {
      calls.push_back(static_cast<double>(race.solver_calls));
      if (const auto at = race.iterations_to(target)) {
        iterations.push_back(static_cast<double>(*at));
        cpu.push_back(race.cpu_of(*at));
      }
    }
    row.push_back(fmt::format("{:.0f}", mean(calls)));
    row.push_back(fmt::format("{:.3f}", milliseconds(races)));
    row.push_back(iterations.empty() ? "-" : fmt::format("{:.0f}", median(iterations)));
    row.push_back(iterations.empty() ? "-" : fmt::format("{:.2f}", median(cpu)));
    row.push_back(fmt::format("{}/{}", iterations.size(), races.size()));
    table.add(row);
  }
  table.print();
}

void Contest::compare_best(const std::vector<Races>& all) const {
  if (all.size() < 2) return;
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  const auto end = [&](std::size_t i) { return covered(all[i], marks_.back()); };
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return mean(end(i)); });
  const RankTest test = rank_test(end(order[0]), end(order[1]));
  fmt::print("  best two: {} and {}: U = {:.1f}, p = {:.3f}\n", contestants_[order[0]].name,
             contestants_[order[1]].name, test.u, test.probability);
}

void Contest::plot(const Arena& arena, const std::vector<Races>& all) const {
  std::vector<Series> series;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Series one{contestants_[i].name, {}};
    for (double at = 1; at <= static_cast<double>(marks_.back()); at = std::max(at + 1, at * 1.05))
      one.points.emplace_back(at, mean(covered(all[i], static_cast<std::uint64_t>(at))));
    series.push_back(std::move(one));
  }
  write_plot(settings_.out / fmt::format("{}-{}.svg", name_, arena.name()),
             fmt::format("{}: branches covered, mean of {} seeds", arena.name(), all.front().size()),
             "iterations", "branches", series, true);
}

void Contest::note(const Arena& arena, const std::vector<Races>& all) {
  Result result{arena.name(), arena.goals(), {}, {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    result.covered.push_back(mean(covered(all[i], marks_.back())));
    result.milliseconds.push_back(milliseconds(all[i]));
    for (std::size_t seed = 0; seed < all[i].size(); ++seed) {
      const Race& race = all[i][seed];
      std::vector<std::string> row{arena.name(),
                                   contestants_[i].name,
                                   std::to_string(settings_.first_seed + seed),
                                   std::to_string(race.iterations),
                                   std::to_string(race.solver_calls),
                                   fmt::format("{:.4f}", race.cpu_seconds),
                                   race.stopped_by};
      for (const std::uint64_t mark : marks_) row.push_back(std::to_string(race.covered_by(mark)));
      csv_.add(row);
    }
  }
  results_.push_back(std::move(result));
  csv_.write_csv(settings_.out, name_);  // what is known so far, in case the rest is not waited for
}

void Contest::finish() const {
  if (results_.empty()) return;
  print_header(fmt::format("{}: branches covered after {} iterations", title_, marks_.back()));
  std::vector<std::string> columns{"strategy"};
  for (const Result& result : results_) columns.push_back(result.arena);
  columns.insert(columns.end(), {"sum", "ms/iteration"});
  Table table(columns);
  for (std::size_t i = 0; i < contestants_.size(); ++i) {
    std::vector<std::string> row{contestants_[i].name};
    double sum = 0, cost = 0;
    for (const Result& result : results_) {
      row.push_back(fmt::format("{:.1f}", result.covered[i]));
      sum += result.covered[i];
      cost += result.milliseconds[i] / static_cast<double>(results_.size());
    }
    row.push_back(fmt::format("{:.1f}", sum));
    row.push_back(fmt::format("{:.3f}", cost));
    table.add(row);
  }
  table.rule();
  std::vector<std::string> goals{"branches"};
  for (const Result& result : results_) goals.push_back(std::to_string(result.goals));
  table.add(goals);
  table.print();
  table.write_csv(settings_.out, name_ + "-sums");
}

}  // namespace espalier::bench
