// Drawing paths of programs, with and without elimination and unfolding: the tables of the presentation of
// Rukia and Auguste, on programs of our own.
#include <fmt/format.h>

#include <atomic>
#include <stdexcept>

#include "../experiment.h"
#include "../kernel.h"
#include "search/campaign.h"

namespace espalier::bench {
namespace {

class Subject {
 public:
  Subject(std::string name, const std::string& file, std::string function,
          const std::vector<std::string>& flags = {})
      : name_(std::move(name)), function_(std::move(function)), kernel_(bench_file(file), function_, flags) {
    auto program = model::read_program(kernel_.binary);
    if (!program) throw std::runtime_error(program.error());
    program_ = std::move(*program);
    criterion_ = coverage::branch_criterion(program_, {program_.id_of(function_)}, kernel_.source);
  }

  search::Outcome run(const search::DrawOptions& draw, std::uint64_t seed) {
    return explore({.strategy = "draw", .seed = seed, .draw = draw});
  }
  /// Depth first, as a second opinion.
  search::Outcome all_paths() { return explore({}); }

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  search::Outcome explore(search::Options options) {
    options.exhaustive = true;
    options.budget = std::chrono::minutes(5);
    options.root = program_.id_of("espalier_unit_0");
    options.unit = program_.id_of(function_);
    const std::atomic<bool> never{false};
    search::Outcome outcome = search::explore(*kernel_.subject, 0, program_, *criterion_, options, never);
    if (!outcome.mismatches.empty()) throw std::runtime_error(outcome.mismatches.front());
    return outcome;
  }

  std::string name_;
  std::string function_;
  Kernel kernel_;
  model::Program program_;
  std::unique_ptr<coverage::Criterion> criterion_;
};

class Report {
 public:
  explicit Report(const Settings& settings) : settings_(settings) {}

  search::Outcome add(Subject& subject, const std::string& what, const search::DrawOptions& draw) {
    search::Outcome outcome = subject.run(draw, 1);
    const search::Drawing& d = *outcome.drawing;
    const std::uint64_t calls = outcome.solver_calls - d.unfolding_calls;
    const double each = d.drawn == 0 ? 0 : static_cast<double>(calls) / static_cast<double>(d.drawn);
    double& worst = d.complete ? worst_complete_ : worst_partial_;
    worst = std::max(worst, each);
    table_.add({subject.name() + ", " + what, std::to_string(d.length),
                d.unfolded.empty() ? d.paths : d.unfolded, std::to_string(d.drawn),
                std::to_string(d.distinct), std::to_string(d.infeasible), std::to_string(d.undecided),
                d.alive, fmt::format("{:.3f} s", outcome.seconds), d.most_killed, std::to_string(d.structure),
                std::to_string(d.saved), std::to_string(d.unfolding_calls), std::to_string(calls),
                fmt::format("{:.2f}", each), d.complete ? fmt::format("no more up to {}", d.length) : ""});
    return outcome;
  }
  void rule() { table_.rule(); }

  void print() const {
    print_header(
        "drawing: paths of at most n blocks; KP: most paths killed by one prefix; size: intervals kept; "
        "saved: turns "
        "known to be feasible");
    table_.print();
    table_.write_csv(settings_.out, "drawing");
    print_figure("solver calls, all paths drawn", worst_complete_, "for a path", "at most 1",
                 worst_complete_ <= 1);
    print_figure("solver calls, some paths drawn", worst_partial_, "for a path", "at most 1",
                 worst_partial_ <= 1);
    print_published();
  }

 private:
  void print_published() const {
    print_header("published: Rukia and Auguste, on the original Tcas and a binary search");
    Table published(
        {"subject", "n", "paths", "drawn", "infeasible", "alive", "time", "KP", "size", "saved", "calls"});
    published.add({"tcas, symbolic tree", "47", "123", "123", "0", "0", "15.9 s", "1", "270", "1378", "901"});
    published.add(
        {"tcas, CFG", "47", "179720", "755", "632", "0", "27.4 s", "7562", "1758", "12043", "1683"});
    published.add(
        {"tcas, unfolded 40", "50", "386", "297", "174", "0", "20.8 s", "4", "1127", "4787", "1240"});
    published.add({"tcas, unfolded 40, 60 tests", "50", "386", "158", "98", "151", "15.5 s", "4", "1062",
                   "2258", "958"});
    published.add({"tcas, CFG, 60 tests", "50", "181512", "598", "538", "183", "24.5 s", "7562", "1712",
                   "9097", "1560"});
    published.add({"binary search, CFG, 300 tests", "50", "21247", "791", "491", "5553", "72.5 s", "4607",
                   "6314", "11674", "4321"});
    published.add({"binary search, unfolded 30, 300 tests", "50", "8148", "830", "530", "5171", "78.3 s",
                   "31", "6623", "21612", "4540"});
    published.add({"binary search, CFG", "50", "21247", "4883", "2289", "0", "277.9 s", "4607", "10950",
                   "89484", "14832"});
    published.add({"binary search, unfolded 30", "50", "8148", "4787", "2293", "0", "291.7 s", "31", "10843",
                   "88443", "14741"});
    published.print();
  }

  const Settings& settings_;
  double worst_complete_ = 0;
  double worst_partial_ = 0;
  Table table_{{"subject", "n", "paths", "drawn", "feasible", "infeasible", "undecided", "alive", "time",
                "KP", "size", "saved", "to unfold", "calls", "calls/drawn", "end"}};
};

/// Exhaustive and partial, on the graph, half unfolded and unfolded to the end; then without elimination.
void study(Report& report, Subject& subject, std::uint32_t length, std::uint32_t unfold, std::uint64_t some) {
  const search::Outcome all = report.add(subject, "CFG", {.length = length});
  report.add(subject, fmt::format("unfolded {}", unfold), {.length = length, .unfold = unfold});
  report.add(subject, "symbolic tree", {.length = length, .unfold = length});
  const search::DrawOptions part{.length = length, .tests = some, .without_replacement = true};
  report.add(subject, fmt::format("CFG, {} tests", some), part);
  search::DrawOptions unfolded = part;
  unfolded.unfold = unfold;
  report.add(subject, fmt::format("unfolded {}, {} tests", unfold, some), unfolded);
  // As before elimination was invented; it may never end, so it ends where the published one broke down.
  constexpr std::uint64_t enough = 130'000;
  search::DrawOptions old{.length = length, .tests = some, .eliminate = false, .drawings = enough};
  report.add(subject, fmt::format("no elimination, {} tests", some), old);
  old.tests = all.drawing->distinct;
  report.add(subject, "no elimination, all", old);
  report.rule();
  const search::Outcome second = subject.all_paths();
  fmt::print("{}: {} feasible paths by drawing up to length {}; depth first, of any length: {} ({})\n",
             subject.name(), all.drawing->distinct, length, second.paths, second.stopped_by);
}

void run(const Settings& settings) {
  Report report(settings);
  Subject tcas("tcas-like", "solver/programs/tcas.c", "tcas");
  study(report, tcas, 60, 30, 40);
  Subject walk("binary-search-like", "drawing/dichotomy.c", "dichotomy",
               {settings.quick ? "-DSIZE=8" : "-DSIZE=64"});
  study(report, walk, settings.quick ? 30 : 42, 20, settings.quick ? 20 : 100);
  report.print();
}

const Experiment experiment{"drawing",
                            "drawing paths of programs: with and without elimination, and unfolding", run};

}  // namespace
}  // namespace espalier::bench
