// What `generate` prints.
#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "generate.h"
#include "suite/export/json.h"

namespace espalier::tools {
namespace {

using search::Verdict;
using Json = nlohmann::ordered_json;

std::size_t count(const suite::UnitSuite& unit, Verdict verdict) {
  return static_cast<std::size_t>(std::count_if(unit.verdicts.begin(), unit.verdicts.end(),
                                                [&](const auto& v) { return v.verdict == verdict; }));
}

std::string where(const model::Location& location) {
  return fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
}

std::string goal_text(const coverage::Goal& goal) {
  return goal.side == "true" || goal.side == "false" ? fmt::format("{} is {}", goal.text, goal.side)
                                                     : goal.text;
}

Json describe_input(const suite::UnitSuite& unit, const suite::Test& test) {
  Json input = Json::object();
  const auto& variables = unit.unit->variables;
  const auto used = frontend::used_variables(*unit.unit, test.run.input.values);
  for (std::uint32_t i = 0; i < variables.size(); i++) {
    if (!used[i]) continue;
    const std::uint64_t value = test.run.input[i];
    if (variables[i].kind == frontend::InputVariable::Kind::Float) {
      const double number = variables[i].bits == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(value))
                                                    : std::bit_cast<double>(value);
      if (std::isfinite(number))
        input[variables[i].name] = number;
      else
        input[variables[i].name] = fmt::format("{}", number);  // JSON has no infinities
      continue;
    }
    if (variables[i].is_signed)
      input[variables[i].name] =
          static_cast<std::int64_t>(value << (64 - variables[i].bits)) >> (64 - variables[i].bits);
    else
      input[variables[i].name] = value;
  }
  return input;
}

Json describe_finding(const suite::UnitSuite& unit, const suite::Finding& finding) {
  Json json = suite::finding_json(unit, finding);
  json["function"] = unit.unit->name;
  json["input"] = describe_input(unit, unit.tests[finding.test]);
  return json;
}

Json describe(const search::Drawing& drawing);

Json describe(const suite::UnitSuite& unit, const Generated& result) {
  Json findings = Json::array(), suspicions = Json::array();
  for (const auto& finding : unit.findings) findings.push_back(describe_finding(unit, finding));
  for (const auto& suspicion : unit.suspicions) {
    suspicions.push_back(describe_finding(unit, suspicion.finding));
    suspicions.back()["why_not_a_finding"] = suspicion.why;
  }
  Json open = Json::array();
  for (std::size_t i = 0; i < unit.goals.size(); i++) {
    if (unit.verdicts[i].verdict == Verdict::Covered) continue;
    open.push_back({{"file", unit.goals[i].location.file},
                    {"line", unit.goals[i].location.line},
                    {"text", unit.goals[i].text},
                    {"side", unit.goals[i].side},
                    {"verdict", suite::verdict_name(unit.verdicts[i].verdict)},
                    {"why", unit.verdicts[i].why}});
  }
  Json solver = Json::array();
  for (const auto& [name, s] : unit.outcome.solver)
    solver.push_back({{"layer", name},
                      {"queries", s.queries},
                      {"sat", s.sat},
                      {"unsat", s.unsat},
                      {"unknown", s.unknown},
                      {"seconds", s.seconds}});
  Json pruned = Json::array();
  for (const auto& by : unit.outcome.pruned)
    pruned.push_back({{"rule", by.rule},
                      {"why", by.why},
                      {"subtrees", by.subtrees},
                      {"asked", by.asked},
                      {"seconds", by.seconds},
                      {"proves", by.proves}});
  for (std::size_t i = 0; i < unit.outcome.pruned_subtrees.size(); i++) {
    const auto& subtree = unit.outcome.pruned_subtrees[i];
    pruned[subtree.rule]["explained"].push_back(result.explained.at(unit.unit)[i]);
  }
  return {{"unit", unit.unit->name},
          {"criterion", result.suite.criterion},
          {"strategy", result.suite.strategy},
          {"seed", result.suite.seed},
          {"goals",
           {{"total", unit.goals.size()},
            {"covered", count(unit, Verdict::Covered)},
            {"infeasible", count(unit, Verdict::Infeasible)},
            {"unknown", count(unit, Verdict::Unknown)}}},
          {"tests", unit.tests.size()},
          {"iterations", unit.outcome.iterations},
          {"evaluations", unit.outcome.evaluations},
          {"solver_calls", unit.outcome.solver_calls},
          {"paths", unit.outcome.paths},
          {"seconds", unit.outcome.seconds},
          {"findings", findings},
          {"suspicions", suspicions},
          {"out", result.out.string()},
          {"pruned", pruned},
          {"stopped_by", unit.outcome.stopped_by},
          {"exhausted", unit.outcome.exhausted},
          {"open_goals", open},
          {"solver", solver},
          {"drawing", unit.outcome.drawing ? describe(*unit.outcome.drawing) : Json()}};
}

Json describe(const search::Drawing& d) {
  return {{"length", d.length},
          {"paths", d.paths},
          {"vertices", d.vertices},
          {"unfolded", d.unfolded},
          {"unfolding_calls", d.unfolding_calls},
          {"drawn", d.drawn},
          {"feasible", d.feasible},
          {"distinct", d.distinct},
          {"infeasible", d.infeasible},
          {"undecided", d.undecided},
          {"infeasible_paths", d.infeasible_paths},
          {"undecided_paths", d.undecided_paths},
          {"alive", d.alive},
          {"most_killed", d.most_killed},
          {"intervals", d.structure},
          {"saved", d.saved},
          {"complete", d.complete}};
}

/// Several units: the sums, with the units inside.
Json describe_all(const Generated& result) {
  if (result.suite.units.size() == 1) return describe(result.suite.units.front(), result);
  Json units = Json::array();
  for (const auto& unit : result.suite.units) units.push_back(describe(unit, result));
  if (units.empty())
    return {{"unit", result.name}, {"out", result.out.string()}, {"units", units}};  // interrupted at once
  Json total = units.front();
  total["unit"] = result.name;
  for (std::size_t i = 1; i < units.size(); i++) {
    for (const char* key : {"total", "covered", "infeasible", "unknown"})
      total["goals"][key] =
          total["goals"][key].get<std::uint64_t>() + units[i]["goals"][key].get<std::uint64_t>();
    for (const char* key : {"tests", "iterations", "evaluations", "solver_calls", "paths"})
      total[key] = total[key].get<std::uint64_t>() + units[i][key].get<std::uint64_t>();
    total["seconds"] = total["seconds"].get<double>() + units[i]["seconds"].get<double>();
    for (const char* key : {"findings", "suspicions"})
      for (const auto& entry : units[i][key]) total[key].push_back(entry);
  }
  for (const char* key : {"stopped_by", "exhausted", "open_goals", "pruned", "solver", "drawing"})
    total.erase(key);
  total["units"] = units;
  return total;
}

/// Where it happened, who confirms it, the calls that led there, and the input.
void print_finding(const suite::UnitSuite& unit, const suite::Finding& finding) {
  fmt::print("  {:<10} {}{}{} ({})\n", "finding", finding.kind,
             finding.location.empty() ? "" : " at " + finding.location,
             finding.message.empty() || finding.message == finding.kind ? "" : ": " + finding.message,
             finding.confirmed_by.empty() ? "not confirmed" : "confirmed by " + finding.confirmed_by);
  for (std::size_t i = 0; i < finding.stack.size();) {  // a call that repeats is printed once
    const auto& frame = finding.stack[i];
    std::size_t end = i;
    while (end < finding.stack.size() && finding.stack[end] == frame) ++end;
    fmt::print("  {:<10}   {} in {}{}\n", "", where({frame.file, frame.line, 0}), frame.function,
               end - i > 1 ? fmt::format(", {} times", end - i) : "");
    i = end;
  }
  fmt::print("  {:<10}   test {}, input {}\n", "", unit.tests[finding.test].name,
             describe_input(unit, unit.tests[finding.test]).dump());
}

/// "1 234 (5.6 %)"
std::string share(const std::string& part, const std::string& whole) {
  const double all = std::stod(whole);
  return all > 0 && std::isfinite(all) ? fmt::format("{} ({:.4g} %)", part, 100 * std::stod(part) / all)
                                       : part;
}

void print_drawing(const search::Drawing& d, std::uint64_t solver_calls) {
  fmt::print("  {:<10} {} paths of at most {} blocks in a graph of {} vertices{}\n", "space", d.paths,
             d.length, d.vertices, d.unfolded.empty() ? "" : ", " + d.unfolded + " after unfolding");
  fmt::print(
      "  {:<10} {}: {} feasible ({} different), {} infeasible, {} undecided; {:.2f} solver calls for each\n",
      "drawn", d.drawn, d.feasible, d.distinct, d.infeasible, d.undecided,
      d.drawn == 0 ? 0
                   : static_cast<double>(solver_calls - d.unfolding_calls) / static_cast<double>(d.drawn));
  fmt::print("  {:<10} {} found feasible, {} eliminated as infeasible, {} undecided, {} alive\n", "of these",
             share(std::to_string(d.distinct), d.paths), share(d.infeasible_paths, d.paths),
             share(d.undecided_paths, d.paths), share(d.alive, d.paths));
  if (d.complete) fmt::print("  {:<10} no more feasible paths up to length {}\n", "complete", d.length);
}

void print_unit(const suite::UnitSuite& unit, const Generated& result) {
  const auto& o = unit.outcome;
  fmt::print("{}  {}:{}\n", unit.unit->name,
             std::filesystem::path(unit.unit->function->file).filename().string(), unit.unit->function->line);
  fmt::print("  {:<10} {} of {} covered, {} infeasible, {} unknown\n",
             result.suite.criterion == "branch" ? "branches" : "statements", count(unit, Verdict::Covered),
             unit.goals.size(), count(unit, Verdict::Infeasible), count(unit, Verdict::Unknown));
  fmt::print("  {:<10} {}\n", "tests", unit.tests.size());
  fmt::print("  {:<10} {} paths in {} executions, {} solver calls, {:.3f} s ({})\n", "search", o.paths,
             o.iterations, o.solver_calls, o.seconds,
             o.stopped_by == "goals"                   ? "all goals covered"
             : o.stopped_by == "exhausted"             ? o.what_was_explored()
             : o.drawing && o.stopped_by == "strategy" ? "all drawn"
                                                       : "stopped by " + o.stopped_by);
  if (o.evaluations != 0) fmt::print("  {:<10} {} inputs evaluated in batches\n", "evolution", o.evaluations);
  if (o.drawing) print_drawing(*o.drawing, o.solver_calls);
  for (const auto& by : o.pruned)
    if (by.subtrees != 0)
      fmt::print("  {:<10} {} subtrees by {}: {}\n", "left out", by.subtrees, by.rule, by.why);
  for (std::size_t i = 0; i < o.pruned_subtrees.size(); i++)
    fmt::print("  {:<10} {}: {}\n", "pruned", o.pruned[o.pruned_subtrees[i].rule].rule,
               result.explained.at(unit.unit)[i]);
  for (std::size_t i = 0; i < unit.goals.size(); i++) {
    if (unit.verdicts[i].verdict == Verdict::Covered) continue;
    fmt::print("  {:<10} {}: {}: {}\n", suite::verdict_name(unit.verdicts[i].verdict),
               where(unit.goals[i].location), goal_text(unit.goals[i]), unit.verdicts[i].why);
  }
  for (const auto& finding : unit.findings) print_finding(unit, finding);
  for (const auto& [finding, why] : unit.suspicions)
    fmt::print("  {:<10} {}{}: not confirmed, so not a finding: {}\n", "suspicion", finding.kind,
               finding.location.empty() ? "" : " at " + finding.location, why);
}

/// Several functions at a glance.
void print_table(const suite::Suite& suite) {
  if (suite.units.size() < 2) return;
  std::size_t width = 8;
  for (const auto& unit : suite.units) width = std::max(width, unit.unit->name.size());
  const auto row = [&](const std::string& name, const auto&... cells) {
    fmt::print("{:<{}}", name, width);
    (fmt::print("  {:>10}", cells), ...);
    fmt::print("\n");
  };
  row("function", "goals", "covered", "infeasible", "unknown", "tests", "findings");
  std::size_t goals = 0, covered = 0, infeasible = 0, unknown = 0, tests = 0, findings = 0;
  for (const auto& unit : suite.units) {
    const auto c = count(unit, Verdict::Covered), i = count(unit, Verdict::Infeasible),
               u = count(unit, Verdict::Unknown);
    row(unit.unit->name, unit.goals.size(), c, i, u, unit.tests.size(), unit.findings.size());
    goals += unit.goals.size(), covered += c, infeasible += i, unknown += u;
    tests += unit.tests.size(), findings += unit.findings.size();
  }
  row("all", goals, covered, infeasible, unknown, tests, findings);
}

void print_update(const Update& update, bool had_suite) {
  if (!had_suite) {
    fmt::print("update     there was no earlier suite: all tests are new\n");
    return;
  }
  fmt::print("update     {} tests kept, {} behave differently now, {} dropped, {} new\n", update.kept,
             update.changed.size(), update.dropped.size(), update.added.size());
  for (const auto& [word, tests] :
       {std::pair{"changed", &update.changed}, {"dropped", &update.dropped}, {"new", &update.added}})
    for (const auto& test : *tests) fmt::print("  {:<10} {}\n", word, test);
}

}  // namespace

void print_json(const Generated& result) {
  Json text = describe_all(result);
  Json skipped = Json::array();
  for (const auto& s : result.skipped) skipped.push_back({{"function", s.function}, {"why", s.why}});
  text["skipped"] = skipped;
  text["verified"] = result.verified && result.verification.built && result.verification.passed &&
                     result.verification.differences.empty();
  text["checked"] = {{"branches", result.verification.branches_checked},
                     {"lines", result.verification.lines_checked}};
  text["report"] = result.report.string();
  text["edited"] = Json::array();
  for (const auto& file : result.published.edited) text["edited"].push_back(file.string());
  if (result.update)
    text["update"] = {{"kept", result.update->kept},
                      {"changed", result.update->changed},
                      {"dropped", result.update->dropped},
                      {"new", result.update->added}};
  text["build_seconds"] = result.build_seconds;
  text["verify_seconds"] = result.verify_seconds;
  fmt::print("{}\n", text.dump());
}

void print_summary(const Generated& result, const GenerateOptions& options) {
  for (const auto& unit : result.suite.units) print_unit(unit, result);
  for (const auto& skipped : result.skipped) fmt::print("{}  skipped: {}\n", skipped.function, skipped.why);
  print_table(result.suite);
  if (result.update) print_update(*result.update, result.earlier.is_object());
  const auto& v = result.verification;
  if (options.no_verify)
    fmt::print("not verified (--no-verify)\n");
  else if (v.interrupted)
    fmt::print("not verified (interrupted)\n");
  else if (v.built && v.passed && v.differences.empty())
    fmt::print(
        "verified: every test compiles and passes on a plain build; {} branches confirmed by llvm-cov, {} "
        "lines by gcov{}\n",
        v.branches_checked, v.lines_checked,
        v.not_checked == 0 ? "" : fmt::format("; {} goals that neither can see", v.not_checked));
  for (const auto& note : v.notes) fmt::print("note: {}\n", note);
  for (const auto& file : result.published.edited)
    fmt::print("edited: {} differs from what was generated and was kept; the new one is {}.new\n",
               (result.out / file).string(), file.filename().string());
  for (const auto& file : result.published.left)
    fmt::print("edited: {} is no longer generated and was kept\n", (result.out / file).string());
  fmt::print(
      "build {:.2f} s, search {:.3f} s, verification {:.2f} s\n", result.build_seconds,
      [&] {
        double s = 0;
        for (const auto& u : result.suite.units) s += u.outcome.seconds;
        return s;
      }(),
      result.verify_seconds);
  fmt::print("tests in {}\n", (result.out / "tests").string());
  if (!result.report.empty())
    fmt::print("report: {}\n", result.report.string());
  else
    fmt::print("note: {}\n", result.no_report);
}

bool print_mismatches(const Generated& result) {
  std::vector<std::string> problems;
  for (const auto& unit : result.suite.units)
    for (const auto& text : unit.outcome.mismatches)
      problems.push_back(unit.unit->name + ": self-check failed: " + text);
  for (const auto& text : result.verification.failures) problems.push_back(text);
  for (const auto& text : result.verification.differences)
    problems.push_back("coverage not confirmed: " + text);
  std::fflush(stdout);
  for (const auto& text : problems) fmt::print(stderr, "espalier: NOT CONFIRMED: {}\n", text);
  if (!problems.empty())
    fmt::print(stderr,
               "espalier: the results above are not to be trusted where these lines say so; please report "
               "them with the source\n");
  return !problems.empty();
}

}  // namespace espalier::tools
