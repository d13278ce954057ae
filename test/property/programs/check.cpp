#include "property/programs/check.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include <fmt/format.h>

#include "property/programs/engine.h"
#include "property/programs/judge.h"

namespace espalier::property {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string list(const std::set<Mark>& marks) {
  std::string text;
  for (const auto& mark : marks)
    text += fmt::format("{}line {} {}", text.empty() ? "" : ", ", mark.line, to_text(mark.side));
  return text;
}

std::set<Mark> difference(const std::set<Mark>& a, const std::set<Mark>& b) {
  std::set<Mark> result;
  std::ranges::set_difference(a, b, std::inserter(result, result.end()));
  return result;
}

bool ran_out_of_time(const EngineReport& report) {
  return !report.exhausted || std::ranges::any_of(report.unknown, [](const auto& goal) {
    return goal.second.find("out of time") != std::string::npos;
  });
}

// The first contradiction, the one nearest to its cause first.
//
// A solver may give up on doubles, or on division by symbols when it may not try all values: then only what
// the engine claims must be true.  The models of library
// functions branch, so that a program with such calls has more paths than conditions tell.
std::optional<Failure> contradiction(const Program& program, const std::set<Mark>& all,
                                     const Judgement& truth, const EngineReport& report,
                                     const Manner& manner) {
  const bool calls_library = uses(program, Expr::Kind::Library);
  const bool may_give_up = manner.gives_up() || uses(program, Expr::Kind::RealTest) ||
                           (!manner.enumerates && ran_out_of_time(report));
  if (!report.mismatches.empty()) return Failure{"self-check", report.mismatches.front()};
  if (!report.strange.empty()) return Failure{"strange goal", report.strange.front()};
  const bool finished = report.exhausted || (manner.leaves_out() && report.stopped_by == "goals");
  if (!finished && !may_give_up) return Failure{"not exhausted", "stopped by " + report.stopped_by};

  std::set<Mark> known = report.covered;
  known.insert(report.infeasible.begin(), report.infeasible.end());
  for (const auto& [mark, why] : report.unknown) known.insert(mark);
  if (const auto missing = difference(all, known); !missing.empty())
    return Failure{"goals are missing", list(missing)};
  if (const auto extra = difference(known, all); !extra.empty())
    return Failure{"goals that are none", list(extra)};
  if (const auto wrong = difference(report.covered, truth.reachable); !wrong.empty())
    return Failure{"reported covered, but unreachable", list(wrong)};
  for (const auto& mark : report.infeasible)
    if (truth.reachable.contains(mark)) return Failure{"reported infeasible, but reachable", list({mark})};
  if (!report.unknown.empty() && !may_give_up) {
    const auto& [mark, why] = *report.unknown.begin();
    return Failure{"reported unknown", list({mark}) + ": " + why};
  }
  const auto paths = static_cast<std::uint64_t>(truth.paths);
  const bool more = report.paths > paths && !calls_library;
  if (more || (report.paths < paths && !manner.leaves_out() && !may_give_up))
    return Failure{"number of paths",
                   fmt::format("the engine explored {}, there are {}", report.paths, truth.paths)};
  return std::nullopt;
}

}  // namespace

std::vector<Checked> check(const std::vector<Program>& programs, const std::filesystem::path& directory,
                           int path_limit, const Manner& manner, Times& times) {
  std::vector<Checked> results(programs.size());
  const auto fail_all = [&](const std::string& kind, const std::string& detail) {
    for (auto& result : results) result.failure = Failure{kind, detail};
    return results;
  };

  const Source source = print(programs);
  auto start = Clock::now();
  const auto judged = judge(source, directory);
  times.judging += seconds_since(start);
  if (!judged) return fail_all("judge", judged.error());

  std::vector<std::string> units;
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    results[i].paths = (*judged)[i].paths;
    results[i].goals = source.marks[i].size();
    results[i].reachable = (*judged)[i].reachable.size();
    results[i].worth_running = results[i].paths > 0 && results[i].paths <= path_limit;
    if (!results[i].worth_running) continue;
    units.push_back(programs[i].unit().name);
    positions.push_back(i);
  }
  if (units.empty()) return results;

  start = Clock::now();
  std::vector<EngineReport> reports;
  try {
    reports = run_engine(source, units, directory, manner);
  } catch (const std::exception& problem) {
    return fail_all("engine", problem.what());
  }
  double searching = 0;
  for (std::size_t k = 0; k < reports.size(); ++k) {
    const std::size_t i = positions[k];
    results[i].failure = contradiction(programs[i], source.marks[i], (*judged)[i], reports[k], manner);
    results[i].solver_calls = reports[k].solver_calls;
    searching += reports[k].seconds;
  }
  times.searching += searching;
  times.building += seconds_since(start) - searching;
  return results;
}

}  // namespace espalier::property
