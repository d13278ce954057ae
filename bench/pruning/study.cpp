// Campaigns on the six programs of Bardin and Herrmann's paper, written anew.
#include "study.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>

namespace espalier::bench {

std::vector<Sample> samples(bool quick) {
  std::vector<Sample> all;
  for (const unsigned bits : {8u, 32u}) {
    all.push_back({"check-pressure", "check_pressure", bits});
    all.push_back({"square 3x3", "square3", bits});
    if (!quick) all.push_back({"square 4x4", "square4", bits});
    if (!quick) all.push_back({"hysteresis", "hysteresis", bits});
    all.push_back({"merge", "merge", bits});
    all.push_back({"triangle", "triangle", bits});
    if (quick) break;
  }
  return all;
}

std::string Measured::coverage() const {
  if (covered + infeasible == goals)
    return infeasible == 0 ? "100 %" : fmt::format("100 % ({} infeasible)", infeasible);
  return fmt::format("{:.0f} %, {} unknown",
                     100.0 * static_cast<double>(covered + infeasible) / static_cast<double>(goals),
                     goals - covered - infeasible);
}

Study::Study(const Sample& sample)
    : function_(sample.file),
      kernel_(bench_file("pruning/" + sample.file + ".c"), sample.file,
              {fmt::format("-DWORD={}", sample.bits)}) {
  auto program = model::read_program(kernel_.binary);
  if (!program) throw std::runtime_error(program.error());
  program_ = std::move(*program);
}

Study::Study(const std::filesystem::path& file, const std::string& function)
    : function_(function), kernel_(file, function) {
  auto program = model::read_program(kernel_.binary);
  if (!program) throw std::runtime_error(program.error());
  program_ = std::move(*program);
}

std::unique_ptr<coverage::Criterion> Study::goals(bool whole) const {
  const auto id = static_cast<model::FunctionId>(program_.find(function_) - program_.functions.data());
  return coverage::branch_criterion(
      program_, whole ? model::reachable_functions(program_, id) : std::vector{id}, kernel_.source);
}

Measured Study::run(search::Options options, bool whole, unsigned repetitions) {
  const auto criterion = goals(whole);
  options.root = static_cast<model::FunctionId>(program_.find("espalier_unit_0") - program_.functions.data());
  const std::atomic<bool> never{false};
  Measured result;
  for (unsigned i = 0; i < repetitions; ++i) {
    const search::Outcome outcome =
        search::explore(*kernel_.subject, 0, program_, *criterion, options, never);
    if (!outcome.mismatches.empty()) throw std::runtime_error(outcome.mismatches.front());
    double rules = 0;
    for (const auto& by : outcome.pruned) rules += by.seconds;
    if (i > 0 && outcome.seconds >= result.seconds) continue;
    result = {.seconds = outcome.seconds,
              .tests = outcome.iterations,
              .paths = outcome.paths,
              .solver_calls = outcome.solver_calls,
              .goals = criterion->goals().size(),
              .rule_seconds = rules,
              .stopped_by = outcome.stopped_by,
              .unknown = {}};
    for (std::size_t goal = 0; goal < outcome.verdicts.size(); ++goal) {
      result.covered += outcome.verdicts[goal].verdict == search::Verdict::Covered;
      result.infeasible += outcome.verdicts[goal].verdict == search::Verdict::Infeasible;
      if (outcome.verdicts[goal].verdict == search::Verdict::Unknown)
        result.unknown.push_back(fmt::format("line {}: {} {}: {}", criterion->goals()[goal].location.line,
                                             criterion->goals()[goal].text, criterion->goals()[goal].side,
                                             outcome.verdicts[goal].why));
    }
    if (outcome.seconds > 2) break;  // noise matters little there
  }
  return result;
}

std::string change(double from, double to) {
  return from == 0 ? "" : fmt::format("{:+.0f} %", 100 * (to - from) / from);
}

void Changes::add(double from, double to) {
  if (from == 0) return;
  sum_ += (to - from) / from;
  from_ += from;
  to_ += to;
  ++count_;
}
std::string Changes::mean() const { return count_ == 0 ? "" : fmt::format("{:+.0f} %", 100 * sum_ / count_); }
std::string Changes::total() const { return change(from_, to_); }

void print_table(const Settings& settings, const std::string& title, const std::string& name,
                 const Table& table) {
  print_header(title);
  table.print();
  table.write_csv(settings.out, name);
}

void compare(const Settings& settings, const Comparison& c, const std::vector<Sample>& on) {
  Table table({"program", "goals", "decided", "time", "tests", "paths", "queries", "decided'", "time'",
               "tests'", "paths'", "queries'", "paper: time", "tests"});
  Changes time, tests, paths, queries;
  std::vector<std::string> remarks;
  for (const Sample& sample : on) {
    Study study(sample);
    const Measured base = study.run(c.base, c.whole), with = study.run(c.with, c.whole);
    time.add(base.seconds, with.seconds);
    tests.add(static_cast<double>(base.tests), static_cast<double>(with.tests));
    paths.add(static_cast<double>(base.paths), static_cast<double>(with.paths));
    queries.add(static_cast<double>(base.solver_calls), static_cast<double>(with.solver_calls));
    const auto of = [](std::uint64_t from, std::uint64_t to) {
      return change(static_cast<double>(from), static_cast<double>(to));
    };
    const auto known = c.published.find(sample.title());
    const auto paper = [&](double Published::* value) {
      return known == c.published.end() ? "" : fmt::format("{:+.0f} %", known->second.*value);
    };
    table.add({sample.title(), std::to_string(base.goals), base.coverage(),
               fmt::format("{:.1f} ms", base.seconds * 1e3), std::to_string(base.tests),
               std::to_string(base.paths), std::to_string(base.solver_calls), with.coverage(),
               change(base.seconds, with.seconds), of(base.tests, with.tests), of(base.paths, with.paths),
               of(base.solver_calls, with.solver_calls), paper(&Published::time), paper(&Published::tests)});
    for (const auto& [name, measured] : {std::pair{"base", &base}, {"with", &with}})
      for (const std::string& goal : measured->unknown)
        remarks.push_back(fmt::format("{}, {}: {}", sample.title(), name, goal));
  }
  table.rule();
  const auto sums = [&](const std::string& name, auto get, const std::string& paper) {
    table.add({name, "", "", "", "", "", "", "", get(time), get(tests), get(paths), get(queries), paper, ""});
  };
  sums("mean", [](const Changes& x) { return x.mean(); }, c.published_mean);
  sums("total", [](const Changes& x) { return x.total(); }, c.published_total);
  print_table(settings, c.title, c.csv, table);
  for (const std::string& remark : remarks) fmt::print("  undecided: {}\n", remark);
}

}  // namespace espalier::bench
