// Functions on which one half of the search gives up: the solver alone, evolution alone, both together.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "../experiment.h"
#include "measure.h"

namespace espalier::bench {
namespace {

const std::vector<std::string> functions{"wave",     "growth", "decibel", "angle",     "compound",
                                         "distance", "root",   "orbit",   "newton",    "statistics",
                                         "factors",  "cubes",  "ratio",   "collatz",   "polynomial",
                                         "checksum", "bucket", "walk",    "generator", "letters"};

void run(const Settings& settings) {
  const std::chrono::milliseconds budget(settings.quick ? 300 : 2'000);
  const unsigned repetitions = settings.seeds != 0 ? settings.seeds : settings.quick ? 1 : 3;
  Table table({"function", "branches", "solving: cfg-directed", "evolution alone", "both: evolve"});
  std::array<double, 3> sums{};
  double branches = 0;
  int wins = 0;
  for (const std::string& name :
       settings.quick ? std::vector(functions.begin(), functions.begin() + 4) : functions) {
    EvolutionSubject subject("evolution/hard.c", name);
    search::Options alone;
    alone.evolve.path_rounds = 0;
    alone.evolve.reduce = false;
    const auto measure = [&](const std::string& strategy, const search::Options& options) {
      search::Options chosen = options;
      chosen.strategy = strategy;
      chosen.budget = budget;
      return subject.run(chosen, repetitions).decided;
    };
    const std::array<double, 3> decided{measure("cfg-directed", {}), measure("evolve", alone),
                                        measure("evolve", {})};
    const auto goals = static_cast<double>(subject.branches());
    std::vector<std::string> row{name, std::to_string(subject.branches())};
    for (std::size_t i = 0; i < decided.size(); ++i) {
      sums[i] += decided[i] * goals;
      row.push_back(fmt::format("{:.1f}", decided[i]));
    }
    branches += goals;
    wins += decided[2] > std::max(decided[0], decided[1]);
    table.add(std::move(row));
  }
  std::vector<std::string> means{"all branches", fmt::format("{:.0f}", branches)};
  for (const double sum : sums) means.push_back(fmt::format("{:.1f}", sum / branches));
  table.rule();
  table.add(std::move(means));
  print_header(
      fmt::format("hard functions: percent of the branches covered or proved infeasible in {} ms, mean of {}",
                  budget.count(), repetitions));
  table.print();
  table.write_csv(settings.out, "evolution-hard");
  const double ahead = (sums[2] - std::max(sums[0], sums[1])) / branches;
  print_figure("both ahead of the better half", ahead, "points", "above 0", ahead > 0);
  print_figure("functions on which it beats both", wins, "", "", true);
}

const Experiment experiment{"evolution-hard",
                            "twenty functions on which the solver gives up: each half alone, and both", run};

}  // namespace
}  // namespace espalier::bench
