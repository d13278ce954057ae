// Evolution alone, helped by paths, by reduced domains, and by both: the tables of Papadakis and Malevris'
// paper on programs of our own in the manner of theirs.
#include <fmt/format.h>

#include <array>
#include <chrono>

#include "../experiment.h"
#include "measure.h"

namespace espalier::bench {
namespace {

using evolve::Algorithm;
using evolve::Fitness;

/// What the paper printed, in percent of the branches: for each algorithm the coverage by evolution alone,
/// with paths as seeds (table 2), how much reduced domains add (table 3), and with everything (table 4).
struct Published {
  double alone, seeded, reduction, all;
};

struct Program {
  std::string name;  ///< of the file and of the function
  std::array<Published, 3> paper;  ///< sga, dga, both
};

const std::vector<Program> programs{
    {"triangle", {{{61.06, 82.33, 4.3, 100}, {57.87, 86.59, 11.2, 100}, {62.55, 87.74, 12.1, 100}}}},
    {"quadratic", {{{100, 100, 0, 100}, {100, 100, 0, 100}, {100, 100, 0, 100}}}},
    {"triangle2", {{{63.06, 97.22, 1.2, 100}, {60.83, 98.89, 5.2, 100}, {65.56, 97.78, 5.6, 100}}}},
    {"euclid", {{{100, 100, 0, 100}, {100, 100, 0, 100}, {100, 100, 0, 100}}}},
    {"binary_search", {{{71.655, 100, 0, 100}, {98.647, 100, 0, 100}, {98.647, 100, 0, 100}}}},
    {"bubble_sort", {{{100, 100, 0, 100}, {100, 100, 0, 100}, {100, 100, 0, 100}}}},
    {"calendar", {{{100, 100, 0, 100}, {100, 100, 0, 100}, {100, 100, 0, 100}}}},
    {"insert", {{{100, 100, 0, 100}, {100, 100, 0, 100}, {100, 100, 0, 100}}}},
    {"doubly_linked_list", {{{79.23, 81.54, 0, 100}, {84.74, 88.52, 0, 100}, {88.52, 96, 0, 100}}}},
    {"loops", {{{72.17, 73.91, 1.8, 76.27}, {70.87, 73.91, 2.9, 76.27}, {73.91, 73.91, 0, 76.27}}}},
    {"nested", {{{52.94, 88.24, 1.4, 100}, {52.94, 86.47, 2.3, 100}, {52.94, 85.29, 2.3, 100}}}},
    {"state", {{{84.52, 89.03, 3.2, 100}, {90.32, 92.26, -1.2, 100}, {89.03, 92.26, 1.7, 100}}}},
    {"floating", {{{76.67, 76.67, 5.2, 97}, {76.67, 76.67, 6.8, 97}, {76.67, 76.67, 5.8, 97}}}},
};
constexpr std::array<const char*, 3> algorithm_names{"sga", "dga", "both"};
constexpr std::array<Algorithm, 3> algorithms{Algorithm::Standard, Algorithm::Differential, Algorithm::Both};

/// How evolution is helped.
struct Help {
  std::uint32_t path_rounds;
  bool reduce;
};
constexpr Help none{0, false}, seeds{1, false}, reduction{0, true}, everything{60, true};

/// The paper's case for one algorithm and fitness.
Measured measure(EvolutionSubject& subject, Algorithm algorithm, Fitness fitness, const Help& help,
                 std::chrono::milliseconds budget, unsigned repetitions) {
  search::Options options;
  options.strategy = "evolve";
  options.budget = budget;
  if (help.path_rounds > 1) options.prune = {"look-ahead"};
  options.evolve.settings.algorithm = algorithm;
  options.evolve.settings.fitness = fitness;
  options.evolve.path_rounds = help.path_rounds;
  options.evolve.reduce = help.reduce;
  return subject.run(options, repetitions);
}

/// One algorithm: with the paper's fitness in the paper's cases, and with distances.
class AlgorithmTable {
 public:
  explicit AlgorithmTable(std::size_t algorithm)
      : algorithm_(algorithm),
        table_({"program", "branches", "paper: alone", "seeds", "domains", "all", "alone", "seeds", "domains",
                "all", "distance: alone", "all", "decided", "s"}) {}

  void add(const Program& program, EvolutionSubject& subject, std::chrono::milliseconds budget,
           unsigned repetitions) {
    const Algorithm algorithm = algorithms[algorithm_];
    const Published& paper = program.paper[algorithm_];
    const auto run = [&](Fitness fitness, const Help& help) {
      return measure(subject, algorithm, fitness, help, budget, repetitions);
    };
    const Measured alone = run(Fitness::Coverage, none), seeded = run(Fitness::Coverage, seeds),
                   reduced = run(Fitness::Coverage, reduction), all = run(Fitness::Coverage, everything),
                   near = run(Fitness::Distance, none), best = run(Fitness::Distance, everything);
    const std::array<double, 11> row{paper.alone,     paper.seeded,  paper.alone + paper.reduction,
                                     paper.all,       alone.covered, seeded.covered,
                                     reduced.covered, all.covered,   near.covered,
                                     best.covered,    best.decided};
    for (std::size_t i = 0; i < row.size(); ++i) sums_[i] += row[i];
    ++rows_;
    slowest_ = std::max(slowest_, best.seconds);
    worst_ = std::min(worst_, best.decided);
    if (!best.unknown.empty()) remarks_.push_back(program.name + ", " + best.unknown);
    table_.add(cells(program.name, std::to_string(subject.branches()), row, best.seconds));
  }

  void print(const Settings& settings) {
    for (double& sum : sums_) sum /= rows_;
    table_.rule();
    table_.add(cells("mean", "", sums_, slowest_));
    print_header(
        fmt::format("evolution, {}: percent of the branches covered; last row: means, and the slowest",
                    algorithm_names[algorithm_]));
    table_.print();
    table_.write_csv(settings.out, fmt::format("evolution-{}", algorithm_names[algorithm_]));
    print_figure(fmt::format("{}, everything: least decided", algorithm_names[algorithm_]), worst_, "%",
                 "100 %", worst_ > 99.999);
  }

 private:
  static std::vector<std::string> cells(const std::string& name, const std::string& branches,
                                        const std::array<double, 11>& row, double seconds) {
    std::vector<std::string> cells{name, branches};
    for (const double value : row) cells.push_back(fmt::format("{:.1f}", value));
    cells.push_back(fmt::format("{:.3f}", seconds));
    return cells;
  }

  std::size_t algorithm_;
  Table table_;
  std::array<double, 11> sums_{};
  int rows_ = 0;
  double slowest_ = 0, worst_ = 100;
  std::vector<std::string> remarks_;
};

/// How fast inputs are evaluated, and how much of the time is the subject's: other work on the machine counts
/// in the first figure only.
void rate() {
  EvolutionSubject subject("../examples/triangle.c", "classify");  // a branch is infeasible: it goes on
  const Measured measured =
      measure(subject, Algorithm::Both, Fitness::Distance, none, std::chrono::seconds(1), 1);
  const double rate = measured.evaluations / measured.seconds;
  const double processor = measured.driver_seconds + measured.subject_seconds;
  const double share = 100 * measured.subject_seconds / processor;
  print_header("evaluations of triangle with distances");
  print_figure("for each second", rate, "", "1,000,000", rate >= 1e6);
  print_figure("for each second of processor time", measured.evaluations / processor, "", "1,000,000",
               measured.evaluations / processor >= 1e6);
  print_figure("the subject's part of that time", share, "%", "above 50 %", share > 50);
}

void run(const Settings& settings) {
  const std::chrono::milliseconds budget(settings.quick ? 200 : 1'000);
  const unsigned repetitions = settings.seeds != 0 ? settings.seeds : settings.quick ? 1 : 10;
  std::vector<AlgorithmTable> tables;
  for (std::size_t i = 0; i < algorithms.size(); ++i) tables.emplace_back(i);
  std::vector<std::string> names;
  for (const Program& program : programs) names.push_back(program.name);
  for (const Program& program : programs) {
    if (!settings.wants(program.name, names)) continue;
    EvolutionSubject subject("evolution/" + program.name + ".c", program.name);
    for (AlgorithmTable& table : tables) table.add(program, subject, budget, repetitions);
  }
  for (AlgorithmTable& table : tables) table.print(settings);
  rate();
}

const Experiment experiment{
    "evolution", "evolution alone, with path seeds, reduced domains, all (paper's tables 2-4)", run};

}  // namespace
}  // namespace espalier::bench
