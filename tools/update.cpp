// generate --update: the tests of an earlier suite are tried first.
#include "update.h"

#include <fmt/format.h>

#include <map>

#include "base/files.h"

namespace espalier::tools {
namespace {

using Json = nlohmann::json;

/// By function and input: its test.
std::map<std::string, Json> tests_of(const Json& suite) {
  std::map<std::string, Json> tests;
  if (!suite.is_object()) return tests;
  for (const Json& unit : suite.value("units", Json::array()))
    for (Json test : unit.value("tests", Json::array())) {
      Json input = Json::object();
      for (const Json& value : test.value("input", Json::array()))
        input[value.value("name", "")] = value.value("bits", std::uint64_t{0});
      const std::string function = unit.value("unit", "");
      test["full_name"] = function + "." + test.value("name", "");
      tests.emplace(function + input.dump(-1, ' ', false, Json::error_handler_t::replace), std::move(test));
    }
  return tests;
}

}  // namespace

nlohmann::json read_earlier(const std::filesystem::path& out) {
  const auto text = read_file(out / "suite.json");
  auto json = text ? Json::parse(*text, nullptr, false) : Json();
  return json.is_object() && json.contains("units") ? json : Json();
}

std::vector<Input> earlier_inputs(const nlohmann::json& suite, const frontend::Unit& unit) {
  std::map<std::string, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < unit.variables.size(); i++) numbers.emplace(unit.variables[i].name, i);
  std::vector<Input> inputs;
  if (!suite.is_object()) return inputs;
  for (const Json& earlier : suite["units"]) {
    if (earlier.value("unit", "") != unit.name) continue;
    for (const Json& test : earlier.value("tests", Json::array())) {
      Input input;
      for (const Json& value : test.value("input", Json::array()))
        if (const auto found = numbers.find(value.value("name", "")); found != numbers.end())
          input.set(found->second, value.value("bits", std::uint64_t{0}));
      inputs.push_back(std::move(input));
    }
  }
  return inputs;
}

Update compare_suites(const nlohmann::json& before, const nlohmann::json& after) {
  Update update;
  const auto old_tests = tests_of(before), new_tests = tests_of(after);
  for (const auto& [key, test] : old_tests) {
    const auto found = new_tests.find(key);
    const std::string name = test["full_name"];
    if (found == new_tests.end()) {
      update.dropped.push_back(name);
    } else if (test["status"] == found->second["status"] && test["outputs"] == found->second["outputs"]) {
      update.kept++;
    } else {
      const std::string now = found->second["full_name"];
      update.changed.push_back(now == name ? name : fmt::format("{} is now {}", name, now));
    }
  }
  for (const auto& [key, test] : new_tests)
    if (!old_tests.contains(key)) update.added.push_back(test["full_name"]);
  return update;
}

}  // namespace espalier::tools
