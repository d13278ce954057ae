// suite.json: everything that is known of the suite, for machines.
#include "suite/export/json.h"

#include <fmt/format.h>

#include "base/files.h"
#include "suite/ending.h"
#include "suite/export/text.h"

namespace espalier::suite {
namespace {

using Json = nlohmann::ordered_json;

Json goal_json(const UnitSuite& unit, std::size_t goal) {
  const auto& it = unit.goals[goal];
  Json json = {{"id", goal},
               {"file", it.location.file},
               {"line", it.location.line},
               {"column", it.location.column},
               {"text", it.text},
               {"side", it.side}};
  if (goal < unit.verdicts.size()) {
    json["verdict"] = verdict_name(unit.verdicts[goal].verdict);
    if (!unit.verdicts[goal].why.empty()) json["why"] = unit.verdicts[goal].why;
  }
  const int test = goal < unit.covered_by.size() ? unit.covered_by[goal] : -1;
  if (test >= 0) json["covered_by"] = unit.tests[static_cast<std::size_t>(test)].name;
  return json;
}

// Values as C writes them, beside the bits that are exact for every reader.
Json test_json(const frontend::SourceFile& source, const UnitSuite& unit, const Test& test) {
  Json input = Json::array();
  const auto& variables = unit.unit->variables;
  const auto used = frontend::used_variables(*unit.unit, test.run.input.values);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (!used[i]) continue;
    const auto& variable = variables[i];
    const auto value = test.run.input[static_cast<std::uint32_t>(i)];
    const auto text = variable.kind == frontend::InputVariable::Kind::Choice
                          ? fmt::format("{}", value)
                          : frontend::literal(source, variable.type, variable.kind, variable.bits,
                                              variable.is_signed, value);
    input.push_back({{"name", variable.name}, {"value", text}, {"bits", value}});
  }
  Json outputs = Json::array();
  for (const auto& seen : test.run.outputs) {
    if (seen.id >= unit.unit->outputs.size()) continue;
    const auto& output = unit.unit->outputs[seen.id];
    const auto text =
        frontend::literal(source, output.type, output.kind, output.bits, output.is_signed, seen.value);
    outputs.push_back({{"expression", output.expression}, {"value", text}, {"bits", seen.value}});
  }
  Json json = {{"name", test.name}, {"status", ending_of(test.run.status).json}};
  if (test.run.detail != 0) json["detail"] = test.run.detail;
  if (!test.run.message.empty()) json["message"] = test.run.message;
  if (!test.undefined.empty()) json["undefined"] = test.undefined;
  json["path"] = test.path;
  json["input"] = std::move(input);
  json["outputs"] = std::move(outputs);
  json["goals"] = test.goals;
  json["covers"] = test.run.goals;
  return json;
}

Json unit_json(const frontend::SourceFile& source, const UnitSuite& unit) {
  Json json = {{"unit", unit.unit->name}, {"line", unit.unit->function->line}};
  json["iterations"] = unit.outcome.iterations;
  json["solver_calls"] = unit.outcome.solver_calls;
  json["paths"] = unit.outcome.paths;
  json["seconds"] = unit.outcome.seconds;
  json["exhausted"] = unit.outcome.exhausted;
  json["stopped_by"] = unit.outcome.stopped_by;
  json["mismatches"] = unit.outcome.mismatches;
  json["goals"] = Json::array();
  for (std::size_t i = 0; i < unit.goals.size(); ++i) json["goals"].push_back(goal_json(unit, i));
  json["tests"] = Json::array();
  for (const auto& test : unit.tests) json["tests"].push_back(test_json(source, unit, test));
  json["findings"] = Json::array();
  for (const auto& finding : unit.findings) json["findings"].push_back(finding_json(unit, finding));
  json["suspicions"] = Json::array();  // not findings: nothing but our own run has shown them
  for (const auto& suspicion : unit.suspicions) {
    json["suspicions"].push_back(finding_json(unit, suspicion.finding));
    json["suspicions"].back()["why_not_a_finding"] = suspicion.why;
  }
  return json;
}

// Flags that mean the same in every directory: for a replay.
std::vector<std::string> portable(const frontend::SourceFile& source) {
  auto flags = portable_flags(source);
  flags.compile.insert(flags.compile.end(), flags.link.begin(), flags.link.end());
  return flags.compile;
}

}  // namespace

Json finding_json(const UnitSuite& unit, const Finding& finding) {
  Json stack = Json::array();
  for (const auto& frame : finding.stack)
    stack.push_back({{"function", frame.function}, {"file", frame.file}, {"line", frame.line}});
  return {{"kind", finding.kind},
          {"location", finding.location},
          {"message", finding.message},
          {"test", unit.tests[finding.test].name},
          {"confirmed_by", finding.confirmed_by},
          {"stack", std::move(stack)}};
}

std::vector<std::filesystem::path> export_json(const Suite& suite, const std::filesystem::path& directory) {
  Json json = {{"format", 1},
               {"source", suite.source->path.string()},
               {"flags", suite.source->flags},
               {"portable_flags", portable(*suite.source)},
               {"criterion", suite.criterion},
               {"strategy", suite.strategy},
               {"seed", suite.seed}};
  json["units"] = Json::array();
  for (const auto& unit : suite.units) json["units"].push_back(unit_json(*suite.source, unit));
  const auto path = directory / "suite.json";
  // Texts come from the user's files and need not be UTF-8.
  write_file(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  return {path};
}

}  // namespace espalier::suite
