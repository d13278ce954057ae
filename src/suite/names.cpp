// Test names that tell what the test shows.
//
// They come from behaviour (result, failure, goal), not from numbers of the search, so that another
// seed or strategy gives the same test the same name and a regenerated suite makes a small diff.
#include <algorithm>
#include <cctype>
#include <csignal>
#include <map>
#include <string>

#include <fmt/format.h>

#include "suite/ending.h"
#include "suite/suite.h"

namespace espalier::suite {
namespace {

constexpr std::size_t kLongestName = 48;

// "-3" -> "minus_3", "1.5f" -> "1_5f", "(enum color)7" -> "enum_color_7".
std::string identifier_part(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size() && result.size() < kLongestName; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (std::isalnum(c))
      result += static_cast<char>(c);
    else if (c == '-' && i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])))
      result += result.empty() || result.back() == '_' ? "minus_" : "_minus_";
    else if (!result.empty() && result.back() != '_')
      result += '_';
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  return result;
}

std::string number(std::uint64_t value, unsigned bits, bool is_signed) {
  if (bits < 64) value &= (std::uint64_t{1} << bits) - 1;
  const bool negative = is_signed && bits > 0 && (value >> (bits - 1) & 1) != 0;
  if (!negative) return fmt::format("{}", value);
  const auto magnitude = (bits < 64 ? std::uint64_t{1} << bits : 0) - value;
  return fmt::format("minus_{}", magnitude);
}

std::string failure_name(const search::Candidate& run) {
  if (run.status == ESP_EXIT)
    return fmt::format("exits_with_{}", number(static_cast<std::uint32_t>(run.detail), 32, true));
  if (run.status == ESP_CRASH && run.detail == SIGFPE)
    return run.message == "division overflow" ? "overflows_in_division" : "divides_by_zero";
  if (run.status == ESP_UNDEFINED && !run.message.empty()) return "has_" + identifier_part(run.message);
  return ending_of(run.status).test;
}

// The name of a scalar result; empty when the unit returns none, or a fraction.
std::string result_name(const frontend::SourceFile& source, const frontend::Unit& unit,
                        const search::Candidate& run) {
  for (const auto& seen : run.outputs) {
    if (seen.id >= unit.outputs.size()) continue;
    const auto& output = unit.outputs[seen.id];
    if (output.variable >= 0 || output.expression.rfind(unit.result_name, 0) != 0) continue;
    if (output.expression != unit.result_name || output.what == frontend::Output::What::LowHalf) return {};
    if (output.what == frontend::Output::What::Pointer)
      return seen.value != 0 ? "returns_object" : "returns_null";
    switch (output.kind) {
      case frontend::InputVariable::Kind::Float:
        return {};
      case frontend::InputVariable::Kind::Bool:
        return seen.value != 0 ? "returns_true" : "returns_false";
      case frontend::InputVariable::Kind::Enum:
        for (const auto& enumerator : source.type(output.type).enumerators) {
          const auto mask = output.bits < 64 ? (std::uint64_t{1} << output.bits) - 1 : ~std::uint64_t{0};
          if ((static_cast<std::uint64_t>(enumerator.value) & mask) == (seen.value & mask))
            return "returns_" + identifier_part(enumerator.name);
        }
        [[fallthrough]];
      case frontend::InputVariable::Kind::Integer:
      case frontend::InputVariable::Kind::Choice:
        return "returns_" + number(seen.value, output.bits, output.is_signed);
    }
  }
  return {};
}

std::string goal_name(const coverage::Goal& goal) {
  if (goal.side == "line") return fmt::format("reaches_line_{}", goal.location.line);
  const auto what = goal.side == "case" ? goal.text : goal.side;
  return fmt::format("line_{}_{}", goal.location.line, identifier_part(what));
}

}  // namespace

const char* verdict_name(search::Verdict verdict) {
  switch (verdict) {
    case search::Verdict::Covered:
      return "covered";
    case search::Verdict::Infeasible:
      return "infeasible";
    case search::Verdict::Unknown:
      return "unknown";
  }
  return "";
}

void name_tests(const frontend::SourceFile& source, UnitSuite& suite) {
  std::map<std::string, int> used;
  for (auto& test : suite.tests) {
    std::string name;
    if (failed(test.run))
      name = failure_name(test.run);
    else if (suite.unit != nullptr)
      name = result_name(source, *suite.unit, test.run);
    if (name.empty() && !test.goals.empty() && test.goals.front() < suite.goals.size())
      name = goal_name(suite.goals[test.goals.front()]);
    if (name.empty()) name = "path";
    test.name = name;
    ++used[name];
  }
  // A name that several tests share is numbered from the first on; "x_1" may itself be taken.
  std::map<std::string, int> next;
  for (auto& test : suite.tests) {
    if (used[test.name] == 1) continue;
    const auto base = test.name;
    do test.name = fmt::format("{}_path_{}", base, ++next[base]);
    while (used.count(test.name) != 0);
  }
}

}  // namespace espalier::suite
