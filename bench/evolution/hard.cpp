// Functions on which one half of the search gives up: solving alone, evolution alone, and `auto`, which falls
// back on evolution where the solver gives up.
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

struct Contestant {
  std::string name;
  std::string strategy;
  bool evolves;  ///< without inputs to evolve, a strategy can only solve
  bool solves;
};
const std::array<Contestant, 5> contestants{{{"solving: cfg-directed", "cfg-directed", false, true},
                                             {"solving: auto's team", "auto", false, true},
                                             {"evolution", "evolve", true, false},
                                             {"auto", "auto", true, true},
                                             {"evolve", "evolve", true, true}}};
constexpr std::size_t halves = 3, ours = 3;

Measured measure(EvolutionSubject& subject, const Contestant& contestant, std::chrono::milliseconds budget,
                 unsigned repetitions) {
  search::Options options;
  options.strategy = contestant.strategy;
  options.budget = budget;
  if (!contestant.solves) {
    options.evolve.path_rounds = 0;
    options.evolve.reduce = false;
  }
  return subject.run(options, repetitions, contestant.evolves);
}

void run(const Settings& settings) {
  const std::chrono::milliseconds budget(settings.quick ? 300 : 2'000);
  const unsigned repetitions = settings.seeds != 0 ? settings.seeds : settings.quick ? 1 : 3;
  std::vector<std::string> headings{"function", "branches"};
  for (const Contestant& contestant : contestants) headings.push_back(contestant.name);
  headings.insert(headings.end(), {"s of auto", "undecided by auto"});
  Table table(headings);
  std::array<double, contestants.size()> sums{};
  double branches = 0, farthest_behind = 0;
  int wins = 0, both_finish = 0;
  std::vector<std::string> wanted;
  for (const std::string& name : functions)
    if (settings.wants(name, functions)) wanted.push_back(name);
  if (settings.quick && wanted.size() > 4) wanted.resize(4);
  for (const std::string& name : wanted) {
    EvolutionSubject subject("evolution/hard.c", name);
    const auto goals = static_cast<double>(subject.branches());
    std::vector<std::string> row{name, std::to_string(subject.branches())};
    std::array<double, contestants.size()> decided{};
    Measured measured_auto;
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      const Measured measured = measure(subject, contestants[i], budget, repetitions);
      decided[i] = measured.decided * goals / 100;
      sums[i] += decided[i];
      row.push_back(fmt::format("{:.1f}", measured.decided));
      if (i == ours) measured_auto = measured;
    }
    row.push_back(fmt::format("{:.2f}", measured_auto.seconds));
    row.push_back(measured_auto.unknown);
    branches += goals;
    const double better = *std::max_element(decided.begin(), decided.begin() + halves);
    const double worse = std::min(std::max(decided[0], decided[1]), decided[2]);
    wins += decided[ours] > better + 1e-6;
    both_finish += worse > goals - 1e-6;
    farthest_behind = std::max(farthest_behind, better - decided[ours]);
    table.add(std::move(row));
  }
  std::vector<std::string> means{"all branches", fmt::format("{:.0f}", branches)};
  for (const double sum : sums) means.push_back(fmt::format("{:.1f}", 100 * sum / branches));
  means.insert(means.end(), {"", ""});
  table.rule();
  table.add(std::move(means));
  print_header(
      fmt::format("hard functions: percent of the branches covered or proved infeasible in {} ms, mean of {}",
                  budget.count(), repetitions));
  table.print();
  table.write_csv(settings.out, "evolution-hard");
  const double ahead = 100 * (sums[ours] - *std::max_element(sums.begin(), sums.begin() + halves)) / branches;
  print_figure("auto ahead of the better half", ahead, "points", "above 0", ahead > 0);
  print_figure("farthest behind on a function", farthest_behind, "branches", "0.5 at most",
               farthest_behind <= 0.5);
  print_figure("functions on which it beats both", wins, "", "", true);
  print_figure("functions that both halves finish", both_finish, "", "0", both_finish == 0);
}

const Experiment experiment{"evolution-hard",
                            "twenty functions on which the solver gives up: each half alone, and auto", run};

}  // namespace
}  // namespace espalier::bench
