#include "suite/export/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <set>

#include <fmt/format.h>

#include "frontend/environment.h"

namespace espalier::suite {
namespace {

bool is_identifier_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string leading_identifier(const std::string& expression) {
  auto start = expression.begin();
  if (expression.starts_with("__real__ ") || expression.starts_with("__imag__ ")) start += 9;
  while (start != expression.end() && !is_identifier_char(*start)) ++start;  // "*p", "(*p).x"
  return {start, std::find_if_not(start, expression.end(), is_identifier_char)};
}

std::uint64_t truncated(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

// Reserved in C++ and free in C (C17; `bool`, `true` and `false` mean the same in both).
constexpr std::array kCppKeywords = {
    "alignas",      "alignof",
    "and",          "and_eq",
    "asm",          "bitand",
    "bitor",        "catch",
    "class",        "co_await",
    "co_return",    "co_yield",
    "compl",        "concept",
    "const_cast",   "consteval",
    "constexpr",    "constinit",
    "decltype",     "delete",
    "dynamic_cast", "explicit",
    "export",       "friend",
    "mutable",      "namespace",
    "new",          "noexcept",
    "not",          "not_eq",
    "nullptr",      "operator",
    "or",           "or_eq",
    "private",      "protected",
    "public",       "reinterpret_cast",
    "requires",     "static_cast",
    "template",     "this",
    "thread_local", "throw",
    "try",          "typeid",
    "typename",     "using",
    "virtual",      "wchar_t",
    "xor",          "xor_eq",
};

// Index after the literal that starts at `start` with a quote.
std::size_t end_of_literal(const std::string& text, std::size_t start) {
  auto i = start + 1;
  while (i < text.size() && text[i] != text[start]) i += text[i] == '\\' ? 2 : 1;
  return std::min(i + 1, text.size());
}

std::string goal_text(const coverage::Goal& goal) {
  if (goal.side == "true" || goal.side == "false")
    return fmt::format("line {}: {} {}", goal.location.line, goal.text, goal.side);
  if (goal.side == "line") return goal.text;
  return fmt::format("line {}: {}", goal.location.line, goal.text);
}

std::string comment_safe(std::string text) {
  for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text.replace(at, 2, "* /");
  for (std::size_t at = 0; (at = text.find("/*", at)) != std::string::npos;) text.replace(at, 2, "/ *");
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == '\\') text.pop_back();  // would continue a // comment
  return text;
}

// Breaks at spaces so that comment lines stay readable.
std::string wrapped(const std::string& prefix, const std::string& label, const std::string& text) {
  constexpr std::size_t kWidth = 100;
  std::string result, line = prefix + label;
  const auto indent = prefix + std::string(label.size(), ' ');
  std::size_t start = 0;
  while (start < text.size()) {
    auto end = text.find(' ', start);
    if (end == std::string::npos) end = text.size();
    const auto word = text.substr(start, end - start);
    if (line.size() + word.size() + 1 > kWidth && line.size() > indent.size()) {
      while (line.back() == ' ') line.pop_back();
      result += line + "\n";
      line = indent;
    }
    line += word + " ";
    start = end + 1;
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return result + line + "\n";
}

/// "_Atomic(int) x" -> "int x": C++ tests have no threads, and the layout is the same.
std::string without_atomic(std::string text) {
  constexpr std::string_view kAtomic = "_Atomic(";
  for (std::size_t at = 0; (at = text.find(kAtomic, at)) != std::string::npos;) {
    int depth = 1;
    auto end = at + kAtomic.size();
    while (end < text.size() && (depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0) > 0) ++end;
    if (end < text.size()) text.erase(end, 1);
    text.erase(at, kAtomic.size());
  }
  return text;
}

}  // namespace

End expected_end(const Test& test) {
  const auto& run = test.run;
  if (!test.undefined.empty()) return {End::Kind::Undefined, 0};
  switch (run.status) {
    case ESP_OK:
    case ESP_REJECTED:
      return {End::Kind::Returns, 0};
    case ESP_CRASH:
      return {End::Kind::Signal, run.detail};
    case ESP_EXIT:
      return {End::Kind::Exit, run.detail & 0xff};
    case ESP_ABORT:
    case ESP_ASSERT:
      return {End::Kind::Signal, SIGABRT};
    case ESP_STEPS:
    case ESP_TIMEOUT:
      return {End::Kind::Hang, 0};
    case ESP_MEMORY:
      return {End::Kind::Memory, 0};
    case ESP_STACK:
    case ESP_BOUNDS:
      return {End::Kind::Signal, SIGSEGV};
    case ESP_DOUBLE_FREE:
    case ESP_BAD_FREE:
      return {End::Kind::Signal, SIGABRT};
    case ESP_POSTCONDITION:
      return {End::Kind::Returns, 0};
    case ESP_FREED:
    case ESP_UNDEFINED:
      return {End::Kind::Undefined, 0};
    case ESP_ASTRAY:
    case ESP_DIED:
    case ESP_STATUS_COUNT:
      return {End::Kind::Dies, 0};
  }
  return {};
}

std::string file_stem(const Suite& suite) {
  auto stem = suite.source->path.stem().string();
  for (auto& c : stem) {
    if (!is_identifier_char(c)) c = '_';
  }
  if (stem.empty() || std::isdigit(static_cast<unsigned char>(stem[0]))) stem.insert(0, "file_");
  return stem;
}

std::vector<Observation> observations(const frontend::Unit& unit, const frontend::TestInput& input,
                                      const search::Candidate& run) {
  std::set<std::string> changed;
  for (const auto& seen : run.outputs) {
    if (seen.id >= unit.outputs.size()) continue;
    const auto& output = unit.outputs[seen.id];
    if (input.is_seen(output) &&
        truncated(seen.value, output.bits) != truncated(input.initial(output), output.bits))
      changed.insert(leading_identifier(output.expression));
  }
  std::vector<Observation> result;
  for (const auto& seen : run.outputs) {
    if (seen.id >= unit.outputs.size()) continue;
    const auto& output = unit.outputs[seen.id];
    if (!input.is_seen(output)) continue;
    if (is_of_result(unit, output) || changed.count(leading_identifier(output.expression)) != 0)
      result.push_back({&output, truncated(seen.value, output.bits)});
  }
  return result;
}

std::vector<const frontend::Unit*> units_of(const Suite& suite) {
  std::vector<const frontend::Unit*> units;
  for (const auto& unit : suite.units) units.push_back(unit.unit);
  return units;
}

std::string setup_of(const frontend::SourceFile& source, const frontend::Unit& unit,
                     const search::Candidate& run) {
  std::vector<int> calls;
  for (const auto& stub : unit.stubs) {
    const auto seen = std::find_if(run.outputs.begin(), run.outputs.end(),
                                   [&](const esp_output& output) { return output.id == stub.calls_output; });
    calls.push_back(seen == run.outputs.end() ? -1 : static_cast<int>(seen->value));
  }
  return frontend::test_setup(source, unit, run.input.values, calls);
}

std::optional<bool> postcondition_of(const frontend::SourceFile& source, const frontend::Unit& unit,
                                     const search::Candidate& run) {
  const bool is_void = source.type(unit.function->result).kind == frontend::TypeKind::Void;
  if (unit.postcondition.empty() || (!is_void && !observes_result(unit))) return std::nullopt;
  return run.status != ESP_POSTCONDITION;
}

frontend::TestInput input_of(const frontend::SourceFile& source, const frontend::Unit& unit,
                             const search::Candidate& run) {
  using frontend::Memory;
  const auto memory = run.status == ESP_BOUNDS ? Memory::Guarded : unit.function->frees ? Memory::Heap : Memory::Local;
  return {source, unit, run.input.values, memory};
}

bool is_of_result(const frontend::Unit& unit, const frontend::Output& output) {
  return output.variable < 0 && leading_identifier(output.expression) == unit.result_name;
}

bool observes_result(const frontend::Unit& unit) {
  return std::any_of(unit.outputs.begin(), unit.outputs.end(),
                     [&](const frontend::Output& output) { return is_of_result(unit, output); });
}

std::string subject_name(const frontend::Unit& unit) {
  return unit.name == "main" ? "espalier_subject_main" : unit.name;
}

bool is_shadowed(const frontend::Unit& unit) {
  const auto& parameters = unit.parameters;
  return std::any_of(parameters.begin(), parameters.end(), [&](const frontend::Shape& shape) {
    return leading_identifier(shape.expression) == unit.name;
  });
}

std::string test_comment(const UnitSuite& unit, std::size_t test, const std::string& prefix) {
  const auto& shown = unit.tests[test];
  std::string result;
  if (!shown.path.empty()) result += wrapped(prefix, "Path: ", comment_safe(shown.path));
  std::string goals;
  for (const auto goal : shown.goals) {
    if (goal >= unit.goals.size()) continue;
    if (!goals.empty()) goals += "; ";
    goals += goal_text(unit.goals[goal]);
  }
  if (!goals.empty()) result += wrapped(prefix, "For:  ", comment_safe(goals));
  for (const auto& finding : unit.findings) {
    if (finding.test != test) continue;
    auto text = finding.kind;
    if (!finding.location.empty()) text += " at " + finding.location;
    if (!finding.message.empty() && finding.message != finding.kind) text += ": " + finding.message;
    result += wrapped(prefix, "FINDING: ", comment_safe(text));
  }
  if (expected_end(shown).kind == End::Kind::Undefined)
    result +=
        wrapped(prefix, "NOT RUN by default: ",
                comment_safe(shown.undefined.empty() ? "C does not say what happens here" : shown.undefined));
  return result;
}

std::string without_cpp_keywords(const std::string& text_in_c) {
  const std::string c_text = without_atomic(text_in_c);
  std::string result;
  for (std::size_t i = 0; i < c_text.size();) {
    auto end = i + 1;
    if (c_text[i] == '"' || c_text[i] == '\'') {
      end = end_of_literal(c_text, i);
    } else if (is_identifier_char(c_text[i])) {
      while (end < c_text.size() && is_identifier_char(c_text[end])) ++end;
    }
    const auto piece = c_text.substr(i, end - i);
    result += piece;
    if (std::find(kCppKeywords.begin(), kCppKeywords.end(), piece) != kCppKeywords.end()) result += '_';
    i = end;
  }
  return result;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

frontend::UserFlags portable_flags(const frontend::SourceFile& source) {
  constexpr std::array kPathOptions = {"-I", "-isystem", "-iquote", "-idirafter", "-include", "-L"};
  const auto absolute = [](const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
  };
  std::vector<std::string> result;
  const auto& flags = source.flags;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const auto& flag = flags[i];
    if (!flag.empty() && flag.front() != '-' && std::filesystem::exists(flag)) {  // an object file or archive
      result.push_back(absolute(flag));
      continue;
    }
    const auto option = std::find_if(kPathOptions.begin(), kPathOptions.end(),
                                     [&](const char* o) { return flag.rfind(o, 0) == 0; });
    if (option == kPathOptions.end()) {
      result.push_back(flag);
    } else if (flag != *option) {
      result.push_back(*option + absolute(flag.substr(std::string(*option).size())));
    } else if (i + 1 < flags.size()) {
      // A file to -include may also be found on the include path: left alone unless it is there.
      const auto& path = flags[++i];
      const bool leave = flag == "-include" && !std::filesystem::exists(path);
      result.push_back(flag);
      result.push_back(leave ? path : absolute(path));
    }
  }
  return frontend::sort_flags(result);
}

std::vector<std::string> layout_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> result;
  for (const auto& flag : flags) {
    const bool matters = flag.rfind("-m", 0) == 0 || flag.rfind("-fpack-struct", 0) == 0 ||
                         flag == "-fshort-enums" || flag == "-funsigned-char" || flag == "-fsigned-char";
    if (matters) result.push_back(flag);
  }
  return result;
}

}  // namespace espalier::suite
