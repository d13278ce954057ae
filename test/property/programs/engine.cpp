#include "property/programs/engine.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "base/files.h"
#include "coverage/criterion.h"
#include "execute/subject.h"
#include "frontend/source.h"
#include "frontend/toolchain.h"
#include "frontend/unit.h"
#include "model/model.h"
#include "search/campaign.h"

namespace espalier::property {
namespace {

std::optional<Mark> mark_of(const coverage::Goal& goal) {
  for (const Side side : {Side::False, Side::True, Side::Case, Side::Default})
    if (goal.side == to_text(side)) return Mark{goal.location.line, side};
  return std::nullopt;
}

EngineReport report_on(const search::Outcome& outcome, const coverage::Criterion& criterion) {
  EngineReport report;
  report.mismatches = outcome.mismatches;
  report.paths = outcome.paths;
  report.exhausted = outcome.exhausted;
  report.stopped_by = outcome.stopped_by;
  report.solver_calls = outcome.solver_calls;
  report.seconds = outcome.seconds;
  std::set<Mark> seen;
  for (std::size_t i = 0; i < criterion.goals().size(); ++i) {
    const coverage::Goal& goal = criterion.goals()[i];
    const auto mark = mark_of(goal);
    if (!mark || !seen.insert(*mark).second) {
      report.strange.push_back(fmt::format("goal at line {} ({}: {}) is given twice or has an unknown side",
                                           goal.location.line, goal.side, goal.text));
      continue;
    }
    switch (outcome.verdicts[i].verdict) {
      case search::Verdict::Covered:
        report.covered.insert(*mark);
        break;
      case search::Verdict::Infeasible:
        report.infeasible.insert(*mark);
        break;
      case search::Verdict::Unknown:
        report.unknown.emplace(*mark, outcome.verdicts[i].why);
        break;
    }
  }
  return report;
}

std::vector<std::string> without_enumeration() {
  auto layers = solve::layer_names();
  std::erase(layers, "enumeration");
  return layers;
}

}  // namespace

std::vector<EngineReport> run_engine(const Source& source, const std::vector<std::string>& units,
                                     const std::filesystem::path& directory, const Manner& manner) {
  const auto file = directory / "programs.c";
  const auto harness = directory / "harness.c";
  const auto binary = directory / "subject";
  const std::vector<std::string> flags = {"-std=gnu11", "-fwrapv", "-w"};
  write_file(file, source.plain);

  const frontend::SourceFile parsed = frontend::parse_source(file, flags);
  std::vector<frontend::Unit> planned;
  for (const auto& name : units) {
    const frontend::SourceFunction* function = parsed.find(name);
    if (function == nullptr) throw std::runtime_error("the parser does not know function " + name);
    auto unit = frontend::plan_unit(parsed, *function, {});
    if (!unit) throw std::runtime_error(unit.error());
    planned.push_back(std::move(*unit));
  }
  write_file(harness, frontend::harness_text(parsed, planned));
  frontend::build_subject(frontend::find_toolchain(), {.harness = harness, .output = binary, .flags = flags});

  const auto program = model::read_program(binary);
  if (!program) throw std::runtime_error(program.error());
  execute::Subject subject(binary, execute::Limits{});
  search::Options options{.strategy = manner.strategy,
                          .budget = std::chrono::minutes(2),
                          .depth = 0,
                          .query_budget = std::chrono::seconds(20),
                          .exhaustive = !manner.leaves_out(),
                          .prune = manner.prune};
  if (!manner.enumerates) {
    options.query_budget = std::chrono::seconds(2);
    options.solver.layers = without_enumeration();
  }
  options.solver.check_unsat = manner.check_unsat;
  const std::atomic<bool> interrupted = false;

  std::vector<EngineReport> reports;
  for (std::uint32_t i = 0; i < units.size(); ++i) {
    const model::Function* function = program->find(units[i]);
    if (function == nullptr) throw std::runtime_error("the model does not know function " + units[i]);
    const auto root = static_cast<model::FunctionId>(function - program->functions.data());
    const auto criterion =
        coverage::branch_criterion(*program, model::reachable_functions(*program, root), parsed);
    const model::Function* harness = program->find(fmt::format("espalier_unit_{}", i));
    options.root = static_cast<model::FunctionId>(harness - program->functions.data());
    reports.push_back(
        report_on(search::explore(subject, i, *program, *criterion, options, interrupted), *criterion));
  }
  return reports;
}

}  // namespace espalier::property
