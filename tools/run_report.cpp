// What `espalier run` prints.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "run.h"

namespace espalier::tools {
namespace {

using Json = nlohmann::json;

std::size_t count(const Ran& ran, search::Verdict verdict) {
  return static_cast<std::size_t>(
      std::ranges::count(ran.explored.outcome.verdicts, verdict, &search::GoalVerdict::verdict));
}

/// A byte string for people: printable characters as they are.
std::string quoted(const std::string& bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    if (c == '"' || c == '\\')
      text += fmt::format("\\{}", c);
    else if (c >= ' ' && c < 127)
      text += c;
    else if (c == '\n')
      text += "\\n";
    else
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return text + '"';
}

std::string describe_input(const Ran& ran, const search::Candidate& run) {
  std::string text;
  for (const esp_source& source : ran.explored.layout.sources)
    text += fmt::format(
        "{}{} {}", text.empty() ? "" : ", ", program::describe(source),
        program::is_absent(source, run.input) ? "not set" : quoted(program::bytes_of(source, run.input)));
  return text;
}

std::string where(const model::Location& location) {
  if (location.file.empty()) return "in a library function";
  return fmt::format("{}:{}", std::filesystem::path(location.file).filename().string(), location.line);
}

/// One line for all places of the same reason.
std::map<std::string, std::vector<std::string>> by_reason(const std::vector<program::Approximation>& all) {
  std::map<std::string, std::vector<std::string>> result;
  for (const auto& one : all) result[one.what].push_back(where(one.location));
  return result;
}

/// Why branches are unknown, the most frequent reasons first.
void print_unknown(const Ran& ran) {
  std::map<std::string, std::size_t> count_of;
  for (const search::GoalVerdict& verdict : ran.explored.outcome.verdicts)
    if (verdict.verdict == search::Verdict::Unknown) ++count_of[verdict.why];
  std::vector<std::pair<std::string, std::size_t>> reasons(count_of.begin(), count_of.end());
  std::ranges::stable_sort(reasons, std::greater{}, &std::pair<std::string, std::size_t>::second);
  constexpr std::size_t most = 3;
  for (std::size_t i = 0; i < std::min(most, reasons.size()); i++)
    fmt::print("  {:<12} {}: {}\n", "unknown", reasons[i].second, reasons[i].first);
  if (reasons.size() > most) fmt::print("  {:<12} {} more reasons\n", "", reasons.size() - most);
}

double milliseconds_per_run(const Ran& ran, double seconds) {
  const auto runs = ran.explored.outcome.iterations;
  return runs == 0 ? 0 : 1'000 * seconds / static_cast<double>(runs);
}

std::string how_kept_apart(const program::Explored& explored) {
  if (!explored.isolated) return "all in one process";
  if (explored.taken_back == 0) return "each in a process of its own";
  return fmt::format("each as in a process of its own ({} taken back)", explored.taken_back);
}

void print_finding(const Ran& ran, const suite::Finding& finding) {
  fmt::print("  {:<12} {}{}{}\n", "finding", finding.kind,
             finding.location.empty() ? "" : " at " + finding.location,
             finding.message.empty() || finding.message == finding.kind ? "" : ": " + finding.message);
  for (const auto& frame : finding.stack)
    fmt::print("  {:<12}   {} in {}\n", "", where({frame.file, frame.line, 0}), frame.function);
  const std::string input = describe_input(ran, ran.explored.tests[finding.test].run);
  fmt::print("  {:<12}   input {}{}\n", "", ran.explored.inputs[finding.test].string(),
             input.empty() ? "" : ": " + input);
}

}  // namespace

void print_run(const Ran& ran) {
  const search::Outcome& o = ran.explored.outcome;
  fmt::print("{}\n", ran.name);
  fmt::print("  {:<12} {} of {} covered, {} infeasible for these inputs, {} unknown\n", "branches",
             count(ran, search::Verdict::Covered), o.verdicts.size(), count(ran, search::Verdict::Infeasible),
             count(ran, search::Verdict::Unknown));
  fmt::print("  {:<12} {} paths in {} executions, {} solver calls, {:.3f} s ({})\n", "search", o.paths,
             o.iterations, o.solver_calls, o.seconds,
             o.stopped_by == "goals"       ? "all branches covered"
             : o.stopped_by == "exhausted" ? o.what_was_explored()
                                           : "stopped by " + o.stopped_by);
  fmt::print("  {:<12} {:.3f} ms of processor time for each execution ({:.3f} in the program), {}\n", "cost",
             milliseconds_per_run(ran, ran.explored.cpu_seconds),
             milliseconds_per_run(ran, ran.explored.program_cpu_seconds), how_kept_apart(ran.explored));
  if (!ran.explored.confined)
    fmt::print("  {:<12} this system cannot confine the program: it may change files anywhere\n", "note");
  for (const auto& by : o.pruned)
    if (by.subtrees != 0)
      fmt::print("  {:<12} {} subtrees by {}: {}\n", "left out", by.subtrees, by.rule, by.why);
  print_unknown(ran);
  for (const auto& [what, places] : by_reason(ran.explored.approximations))
    fmt::print("  {:<12} {}: {}{}\n", "concretised", what, places.front(),
               places.size() == 1 ? "" : fmt::format(" and {} more places", places.size() - 1));
  for (const auto& finding : ran.explored.findings) print_finding(ran, finding);
  fmt::print("  {:<12} {} in {}\n", "inputs", ran.explored.inputs.size(), ran.out.string());
}

void print_run_json(const Ran& ran, const RunOptions& options) {
  const search::Outcome& o = ran.explored.outcome;
  Json findings = Json::array();
  for (const auto& finding : ran.explored.findings) {
    Json stack = Json::array();
    for (const auto& frame : finding.stack)
      stack.push_back({{"function", frame.function}, {"file", frame.file}, {"line", frame.line}});
    findings.push_back({{"kind", finding.kind},
                        {"location", finding.location},
                        {"message", finding.message},
                        {"stack", stack},
                        {"input", ran.explored.inputs[finding.test].string()}});
  }
  Json concretised = Json::array();
  for (const auto& one : ran.explored.approximations)
    concretised.push_back({{"what", one.what}, {"file", one.location.file}, {"line", one.location.line}});
  Json open = Json::array();
  const auto& goals = ran.explored.criterion->goals();
  for (std::size_t i = 0; i < goals.size(); ++i)
    if (o.verdicts[i].verdict != search::Verdict::Covered)
      open.push_back({{"file", goals[i].location.file},
                      {"line", goals[i].location.line},
                      {"column", goals[i].location.column},
                      {"side", goals[i].side},
                      {"verdict", suite::verdict_name(o.verdicts[i].verdict)},
                      {"why", o.verdicts[i].why}});
  const Json text = {
      {"program", ran.name},
      {"strategy", options.search.strategy},
      {"seed", options.search.seed},
      {"branches",
       {{"total", o.verdicts.size()},
        {"covered", count(ran, search::Verdict::Covered)},
        {"infeasible", count(ran, search::Verdict::Infeasible)},
        {"unknown", count(ran, search::Verdict::Unknown)}}},
      {"paths", o.paths},
      {"iterations", o.iterations},
      {"solver_calls", o.solver_calls},
      {"seconds", o.seconds},
      {"cpu_ms_per_iteration", milliseconds_per_run(ran, ran.explored.cpu_seconds)},
      {"program_cpu_ms_per_iteration", milliseconds_per_run(ran, ran.explored.program_cpu_seconds)},
      {"confined", ran.explored.confined},
      {"isolated", ran.explored.isolated},
      {"taken_back", ran.explored.taken_back},
      {"stopped_by", o.stopped_by},
      {"findings", findings},
      {"concretised", concretised},
      {"open_goals", open},
      {"inputs", ran.explored.inputs.size()},
      {"out", ran.out.string()}};
  fmt::print("{}\n", text.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace espalier::tools
