// findings.sarif: crashes, hangs, failed assertions and undefined behaviour in SARIF 2.1.0.
#include <cctype>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "suite/suite.h"

namespace espalier::suite {
namespace {

using Json = nlohmann::ordered_json;

// "null dereference (segmentation fault)" -> "null-dereference"
std::string rule_id(const std::string& kind) {
  std::string id;
  for (const char c : kind.substr(0, kind.find(" ("))) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!id.empty() && id.back() != '-')
      id += '-';
  }
  return id;
}

std::string uri_text(const std::string& path) {
  std::string uri;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || std::string_view("/-._~").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

// Below the current directory paths are relative to it: that is what readers of reports resolve.
Json artifact(const std::string& file, const std::filesystem::path& root) {
  const auto absolute = std::filesystem::absolute(file).lexically_normal();
  const auto relative = absolute.lexically_relative(root);
  if (relative.empty() || *relative.begin() == "..")
    return {{"uri", "file://" + uri_text(absolute.string())}};
  return {{"uri", uri_text(relative.string())}, {"uriBaseId", "SRCROOT"}};
}

Json place(const std::string& file, std::uint32_t line, const std::filesystem::path& root) {
  Json physical = {{"artifactLocation", artifact(file, root)}};
  if (line > 0) physical["region"] = {{"startLine", line}};
  return {{"physicalLocation", physical}};
}

Json inputs_of(const frontend::SourceFile& source, const UnitSuite& unit, const Test& test) {
  Json input = Json::object();
  const auto& variables = unit.unit->variables;
  const auto used = frontend::used_variables(*unit.unit, test.run.input.values);
  for (std::uint32_t i = 0; i < variables.size(); ++i) {
    if (!used[i]) continue;
    const auto& variable = variables[i];
    input[variable.name] = variable.kind == frontend::InputVariable::Kind::Choice
                               ? fmt::format("{}", test.run.input[i])
                               : frontend::literal(source, variable.type, variable.kind, variable.bits,
                                                   variable.is_signed, test.run.input[i]);
  }
  return input;
}

Json result(const Suite& suite, const UnitSuite& unit, const Finding& finding,
            const std::filesystem::path& root) {
  const auto& function = *unit.unit->function;
  auto file = function.file;
  auto line = function.line;
  if (const auto colon = finding.location.rfind(':'); colon != std::string::npos) {
    file = finding.location.substr(0, colon);
    line = static_cast<std::uint32_t>(std::stoul(finding.location.substr(colon + 1)));
  }
  auto text = fmt::format("{} in {}", finding.kind, unit.unit->name);
  if (!finding.message.empty() && finding.message != finding.kind) text += ": " + finding.message;
  Json json = {{"ruleId", rule_id(finding.kind)},
               {"level", "error"},
               {"message", {{"text", text}}},
               {"locations", Json::array({place(file, line, root)})}};
  if (!finding.stack.empty()) {
    Json frames = Json::array();
    for (const auto& frame : finding.stack) {
      Json location = place(frame.file, frame.line, root);
      location["logicalLocations"] = Json::array({{{"name", frame.function}, {"kind", "function"}}});
      frames.push_back({{"location", location}});
    }
    json["stacks"] = Json::array({{{"message", {{"text", "calls, innermost first"}}}, {"frames", frames}}});
  }
  json["properties"] = {{"function", unit.unit->name},
                        {"test", unit.tests[finding.test].name},
                        {"input", inputs_of(*suite.source, unit, unit.tests[finding.test])},
                        {"confirmedBy", finding.confirmed_by}};
  return json;
}

}  // namespace

std::vector<std::filesystem::path> export_sarif(const Suite& suite, const std::filesystem::path& directory) {
  const auto root = std::filesystem::current_path();
  std::map<std::string, std::string> kinds;
  Json results = Json::array(), rules = Json::array();
  for (const auto& unit : suite.units) {
    for (const auto& finding : unit.findings) {
      results.push_back(result(suite, unit, finding, root));
      kinds.emplace(rule_id(finding.kind), finding.kind);
    }
  }
  for (const auto& [id, kind] : kinds) rules.push_back({{"id", id}, {"shortDescription", {{"text", kind}}}});
  const Json json = {
      {"$schema",
       "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       Json::array(
           {{{"tool", {{"driver", {{"name", "Espalier"}, {"version", "0.1.0"}, {"rules", rules}}}}},
             {"originalUriBaseIds", {{"SRCROOT", {{"uri", "file://" + uri_text(root.string()) + "/"}}}}},
             {"results", results}}})}};
  const auto path = directory / "findings.sarif";
  write_file(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  return {path};
}

}  // namespace espalier::suite
