#include "suite/verify/test_file.h"

#include <sstream>

namespace espalier::suite {
namespace {

constexpr std::string_view kHead = "static void test_";

/// `{"unit.name", test_unit_name, ESPALIER_RETURNS, 0},`; an empty name when the line is something else.
TestFile::Entry row_of(const std::string& line) {
  const auto quote = line.find("{\""), end_quote = line.find("\", ", quote + 2);
  const auto comma = line.find(", ", end_quote + 3), end = line.find(", ", comma + 2);
  if (quote == std::string::npos || end_quote == std::string::npos || end == std::string::npos) return {};
  const auto full = line.substr(quote + 2, end_quote - quote - 2);
  const auto dot = full.find('.');
  TestFile::Entry entry{full.substr(0, dot), dot == std::string::npos ? "" : full.substr(dot + 1),
                        line.substr(end_quote + 3, comma - end_quote - 3),
                        line.substr(comma + 2, end - comma - 2)};
  return entry.end.starts_with("ESPALIER_") ? entry : TestFile::Entry{};
}

}  // namespace

TestFile::TestFile(const std::string& text) {
  std::istringstream stream(text);
  std::string inside;
  for (std::string line; std::getline(stream, line);) {
    std::string owner = inside;
    if (line.starts_with(kHead)) {
      const auto name = line.find("test_");
      inside = owner = line.substr(name, line.find('(') - name);
    } else if (line == "}") {
      inside.clear();
    } else if (auto entry = row_of(line); inside.empty() && !entry.name.empty()) {
      owner = entry.function;
      entries_.push_back(std::move(entry));
    }
    lines_.push_back(std::move(line));
    owner_.push_back(std::move(owner));
  }
}

std::string TestFile::function_at(std::uint32_t line) const {
  return line >= 1 && line <= owner_.size() ? owner_[line - 1] : std::string{};
}

std::string TestFile::without(const std::set<std::string>& functions) const {
  std::string text;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    text += (functions.contains(owner_[i]) ? std::string{} : lines_[i]) + "\n";
  return text;
}

}  // namespace espalier::suite
