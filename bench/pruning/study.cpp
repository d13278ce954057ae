// Campaigns on the six programs of Bardin and Herrmann's paper, written anew.
#include "study.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
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
  const std::string late = stopped_by == "budget" ? ", out of time" : "";
  if (covered + infeasible == goals)
    return (infeasible == 0 ? "100 %" : fmt::format("100 % ({} infeasible)", infeasible)) + late;
  return fmt::format("{:.0f} %, {} unknown{}",
                     100.0 * static_cast<double>(covered + infeasible) / static_cast<double>(goals),
                     goals - covered - infeasible, late);
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

Measured Study::run(search::Options options, bool whole) {
  const auto criterion = goals(whole);
  options.root = static_cast<model::FunctionId>(program_.find("espalier_unit_0") - program_.functions.data());
  const std::atomic<bool> never{false};
  Measured result;
  double spent = 0;
  for (unsigned i = 0; i < 100 && spent < 0.5; ++i) {  // short campaigns are noisy
    const search::Outcome outcome =
        search::explore(*kernel_.subject, 0, program_, *criterion, options, never);
    if (!outcome.mismatches.empty()) throw std::runtime_error(outcome.mismatches.front());
    spent += outcome.seconds;
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

namespace {

/// The changes of one column each, over some rows.
struct Sums {
  Changes time, tests, paths, queries;
  void add(const Measured& base, const Measured& with) {
    const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
    time.add(base.seconds, with.seconds);
    tests.add(count(base.tests), count(with.tests));
    paths.add(count(base.paths), count(with.paths));
    queries.add(count(base.solver_calls), count(with.solver_calls));
  }
};

std::vector<std::string> published_cells(const std::optional<Published>& paper) {
  if (!paper) return {"", ""};
  return {fmt::format("{:+.0f} %", paper->time), fmt::format("{:+.0f} %", paper->tests)};
}

void add_sums(Table& table, const std::string& rows, const Sums& sums,
              const std::optional<Published>& paper_mean, const std::optional<Published>& paper_total) {
  const auto add = [&](const std::string& name, std::string (Changes::*get)() const, const auto& paper) {
    std::vector<std::string> row{name + rows, "", "", "", "", "", "", ""};
    for (const Changes* changes : {&sums.time, &sums.tests, &sums.paths, &sums.queries})
      row.push_back((changes->*get)());
    std::ranges::copy(published_cells(paper), std::back_inserter(row));
    table.add(std::move(row));
  };
  add("mean", &Changes::mean, paper_mean);
  add("total", &Changes::total, paper_total);
}

}  // namespace

void compare(const Settings& settings, const Comparison& c, const std::vector<Sample>& on) {
  Table table({"program", "goals", "decided", "time", "tests", "paths", "queries", "decided'", "time'",
               "tests'", "paths'", "queries'", "paper: time", "tests"});
  Sums all, of_the_paper;
  std::vector<std::string> remarks;
  for (const Sample& sample : on) {
    Study study(sample);
    const Measured base = study.run(c.base, c.whole), with = study.run(c.with, c.whole);
    std::optional<Published> paper;
    if (const auto known = c.published.find(sample.title()); known != c.published.end())
      paper = known->second;
    all.add(base, with);
    if (paper) of_the_paper.add(base, with);
    const auto of = [](std::uint64_t from, std::uint64_t to) {
      return change(static_cast<double>(from), static_cast<double>(to));
    };
    std::vector<std::string> row{sample.title(),
                                 std::to_string(base.goals),
                                 base.coverage(),
                                 fmt::format("{:.1f} ms", base.seconds * 1e3),
                                 std::to_string(base.tests),
                                 std::to_string(base.paths),
                                 std::to_string(base.solver_calls),
                                 with.coverage(),
                                 change(base.seconds, with.seconds),
                                 of(base.tests, with.tests),
                                 of(base.paths, with.paths),
                                 of(base.solver_calls, with.solver_calls)};
    std::ranges::copy(published_cells(paper), std::back_inserter(row));
    table.add(std::move(row));
    for (const auto& [name, measured] : {std::pair{"base", &base}, {"with", &with}})
      if (!measured->unknown.empty())
        remarks.push_back(fmt::format("{}, {}: {} goals, the first is {}", sample.title(), name,
                                      measured->unknown.size(), measured->unknown.front()));
  }
  table.rule();
  add_sums(table, "", all, std::nullopt, std::nullopt);
  if (!c.published.empty())
    add_sums(table, ", paper's rows", of_the_paper, c.published_mean, c.published_total);
  print_table(settings, c.title, c.csv, table);
  for (const std::string& remark : remarks) fmt::print("  undecided: {}\n", remark);
}

}  // namespace espalier::bench
