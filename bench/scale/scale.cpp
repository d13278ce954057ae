// Time and memory of an iteration as the execution tree grows, and as programs grow.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <fstream>

#include "../strategies/arena.h"
#include "../strategies/plot.h"
#include "../strategies/statistics.h"

namespace espalier::bench {
namespace {

/// Of the driver, in MB; what earlier campaigns left is given back first.
double resident(bool fresh = false) {
  if (fresh) malloc_trim(0);
  std::ifstream in("/proc/self/statm");
  double pages = 0;
  in >> pages >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

/// A tenth of the iterations so far, those before the given one.
struct Around {
  explicit Around(const Race& race, std::uint64_t iteration) {
    const std::uint64_t from = iteration - iteration / 10;
    const auto runs = static_cast<double>(iteration - from);
    milliseconds = 1e3 * (race.cpu_of(iteration) - race.cpu_of(from)) / runs;
    records = static_cast<double>(race.by(iteration, race.told_at) - race.by(from, race.told_at)) / runs;
    questions = static_cast<double>(race.by(iteration, race.asked_at) - race.by(from, race.asked_at)) / runs;
  }
  double milliseconds, records, questions;  ///< of an iteration
};

/// The same search with several seeds: a hundred iterations take two milliseconds, too few to trust one.
class Repeated {
 public:
  Repeated(Arena& arena, const std::string& strategy, std::uint64_t iterations, unsigned seeds) {
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      const double before = resident(true);
      auto& seen = megabytes_.emplace_back();
      races_.push_back(
          arena.run({.strategy = strategy, .seed = seed, .iterations = iterations, .exhaustive = true},
                    [&](std::uint64_t runs) {
                      if (runs % 500 == 0) seen.emplace_back(runs, resident() - before);
                    }));
    }
  }

  /// Median over the seeds that got so far, if all did.
  [[nodiscard]] std::optional<double> around(std::uint64_t iteration, double Around::* figure) const {
    std::vector<double> values;
    for (const Race& race : races_) {
      if (race.iterations < iteration) return std::nullopt;  // all explored
      values.push_back(Around(race, iteration).*figure);
    }
    return median(values);
  }

  [[nodiscard]] const Race& first() const { return races_.front(); }
  /// Of the driver, of the first seed.
  [[nodiscard]] const auto& megabytes() const { return megabytes_.front(); }

 private:
  std::vector<Race> races_;
  std::vector<std::vector<std::pair<double, double>>> megabytes_;
};

void growing_tree(const Settings& settings) {
  const std::vector<std::uint64_t> marks =
      settings.quick ? std::vector<std::uint64_t>{500, 1'000, 2'000}
                     : std::vector<std::uint64_t>{1'000, 2'000, 5'000, 10'000, 20'000, 50'000, 100'000};
  const unsigned seeds = settings.seeds != 0 ? settings.seeds : settings.quick ? 1 : 5;
  std::vector<std::string> columns{"strategy", "program"};
  for (const std::uint64_t mark : marks) columns.push_back(fmt::format("ms at {}", mark));
  columns.insert(columns.end(),
                 {"last / first", "length", "questions", "paths", "nodes", "MB", "bytes/path", "bytes/node"});
  Table table(columns);
  std::vector<Series> cost, memory;
  double worst = 0;
  const std::vector<std::string> strategies{"auto",           "cgs",          "cfg-directed",
                                            "less-travelled", "generational", "dfs"};
  check_only(settings, strategies);
  for (const std::string& strategy : strategies) {
    if (!settings.wants(strategy, strategies)) continue;
    const auto failed = for_each_arena(settings, Kinds::Ours, [&](Arena& arena) {
      if (arena.name() != "replace" && arena.name() != "keyboard" && arena.name() != "tp2k") return;
      const Repeated races(arena, strategy, marks.back(), seeds);
      std::vector<std::string> row{strategy, arena.name()};
      Series costs{fmt::format("{}, {}", strategy, arena.name()), {}}, megabytes = costs;
      for (const std::uint64_t mark : marks) {
        const auto milliseconds = races.around(mark, &Around::milliseconds);
        row.push_back(milliseconds ? fmt::format("{:.3f}", *milliseconds) : "-");
        if (milliseconds) costs.points.emplace_back(static_cast<double>(mark), *milliseconds);
      }
      const auto growth = [&](double Around::* figure) {
        const auto last = races.around(marks.back(), figure);
        return last ? *last / *races.around(marks.front(), figure) : 0;
      };
      for (const double ratio :
           {growth(&Around::milliseconds), growth(&Around::records), growth(&Around::questions)})
        row.push_back(ratio == 0 ? "-" : fmt::format("{:.2f}", ratio));
      worst = std::max(worst, growth(&Around::milliseconds));
      megabytes.points = races.megabytes();
      const double grown = megabytes.points.empty() ? 0 : megabytes.points.back().second;
      row.push_back(std::to_string(races.first().paths));
      row.push_back(std::to_string(races.first().nodes));
      row.push_back(fmt::format("{:.0f}", grown));
      row.push_back(fmt::format("{:.0f}", 1e6 * grown / static_cast<double>(races.first().paths)));
      row.push_back(fmt::format("{:.0f}", 1e6 * grown / static_cast<double>(races.first().nodes)));
      table.add(row);
      cost.push_back(std::move(costs));
      memory.push_back(std::move(megabytes));
    });
    complain(failed);
  }
  print_header(fmt::format(
      "scale: processor time of an iteration (driver and subject) as the tree grows, median of {} seeds",
      seeds));
  table.print();
  fmt::print(
      "length, questions: records of a run's trace and questions to the solver for a run, last against "
      "first\n");
  table.write_csv(settings.out, "scale-tree");
  print_figure("an iteration, last against first", worst, "times", "at most 2", worst <= 2);
  write_plot(settings.out / "scale-time.svg", "processor time of an iteration", "iterations", "ms", cost,
             true);
  write_plot(settings.out / "scale-memory.svg", "memory of the driver", "iterations", "MB", memory);
}

void growing_programs(const Settings& settings) {
  Table table({"program", "branches", "iterations", "covered", "ms/iteration", "MB"});
  const auto failed = for_each_arena(settings, Kinds::All, [&](Arena& arena) {
    const double before = resident(true);
    double megabytes = 0;
    const Race race = arena.run({.strategy = "auto", .iterations = settings.quick ? 500u : 2'000u},
                                [&](std::uint64_t runs) {
                                  if (runs % 100 == 0) megabytes = resident() - before;
                                });
    table.add({arena.name(), std::to_string(arena.goals()), std::to_string(race.iterations),
               std::to_string(race.news.size()),
               fmt::format("{:.3f}", 1e3 * race.cpu_seconds / static_cast<double>(race.iterations)),
               fmt::format("{:.0f}", megabytes)});
  });
  print_header("scale: as programs grow, strategy auto");
  table.print();
  table.write_csv(settings.out, "scale-programs");
  complain(failed);
}

void run(const Settings& settings) {
  growing_tree(settings);
  growing_programs(settings);
}

const Experiment experiment{"scale", "time and memory of an iteration as trees and programs grow", run};

}  // namespace
}  // namespace espalier::bench
