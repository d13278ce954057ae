// Time and memory of an iteration as the execution tree grows, and as programs grow.
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <fstream>

#include "../strategies/arena.h"
#include "../strategies/plot.h"

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

struct Mark {
  std::uint64_t iteration;
  double megabytes;
};

/// Milliseconds of an iteration around the given one: of a tenth of the iterations so far, before it.
double cost_around(const Race& race, std::uint64_t iteration) {
  const std::uint64_t from = iteration - iteration / 10;
  return 1e3 * (race.cpu_of(iteration) - race.cpu_of(from)) / static_cast<double>(iteration - from);
}

void growing_tree(const Settings& settings) {
  const std::vector<std::uint64_t> marks =
      settings.quick ? std::vector<std::uint64_t>{500, 1'000, 2'000}
                     : std::vector<std::uint64_t>{1'000, 2'000, 5'000, 10'000, 20'000, 50'000, 100'000};
  std::vector<std::string> columns{"strategy", "program"};
  for (const std::uint64_t mark : marks) columns.push_back(fmt::format("ms at {}", mark));
  columns.insert(columns.end(), {"last / first", "paths", "nodes", "MB", "bytes/path", "bytes/node"});
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
      const double before = resident(true);
      std::vector<Mark> seen;
      const Race race = arena.run({.strategy = strategy, .iterations = marks.back(), .exhaustive = true},
                                  [&](std::uint64_t runs) {
                                    if (runs % 500 == 0) seen.push_back({runs, resident() - before});
                                  });
      std::vector<std::string> row{strategy, arena.name()};
      Series costs{fmt::format("{}, {}", strategy, arena.name()), {}}, megabytes = costs;
      for (const std::uint64_t mark : marks) {
        if (race.iterations < mark) {
          row.emplace_back("-");  // all explored
          continue;
        }
        costs.points.emplace_back(static_cast<double>(mark), cost_around(race, mark));
        row.push_back(fmt::format("{:.3f}", cost_around(race, mark)));
      }
      for (const Mark& mark : seen)
        megabytes.points.emplace_back(static_cast<double>(mark.iteration), mark.megabytes);
      const double ratio =
          costs.points.size() < marks.size() ? 0 : costs.points.back().second / costs.points.front().second;
      worst = std::max(worst, ratio);
      const double grown = seen.empty() ? 0 : seen.back().megabytes;
      row.push_back(ratio == 0 ? "-" : fmt::format("{:.2f}", ratio));
      row.push_back(std::to_string(race.paths));
      row.push_back(std::to_string(race.nodes));
      row.push_back(fmt::format("{:.0f}", grown));
      row.push_back(fmt::format("{:.0f}", 1e6 * grown / static_cast<double>(race.paths)));
      row.push_back(fmt::format("{:.0f}", 1e6 * grown / static_cast<double>(race.nodes)));
      table.add(row);
      cost.push_back(std::move(costs));
      memory.push_back(std::move(megabytes));
    });
    complain(failed);
  }
  print_header("scale: processor time of an iteration (driver and subject) as the tree grows");
  table.print();
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
