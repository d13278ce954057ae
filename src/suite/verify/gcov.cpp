// Line counts from gcc's gcov.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

std::filesystem::path directory_of(const CoverageBuild& build, std::size_t index) {
  return build.scratch / fmt::format("gcov_{}", index);
}

}  // namespace

// GCOV_PREFIX moves the counts of this run to a directory of their own; the strip count removes every
// directory of the original place.
Command gcov_run(const CoverageBuild& build, const Group& group, std::size_t index) {
  Command command;
  command.argv = {build.gcov_binary.string()};
  command.argv.insert(command.argv.end(), group.tests.begin(), group.tests.end());
  command.environment = {"GCOV_PREFIX=" + directory_of(build, index).string(), "GCOV_PREFIX_STRIP=99"};
  return command;
}

Command gcov_print(const CoverageBuild& build, std::size_t index) {
  // gcc names notes and counts <program>-<source>.gcno and .gcda; they have to lie together.
  Command command;
  command.directory = directory_of(build, index).string();
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(build.scratch, error)) {
    const auto name = file.path().filename().string();
    const bool is_notes =
        file.path().extension() == ".gcno" && name.find("espalier_check") == std::string::npos;
    if (!is_notes) continue;
    std::filesystem::create_directories(command.directory, error);
    std::filesystem::copy_file(file.path(), std::filesystem::path(command.directory) / name, error);
    command.argv = {"gcov", "--json-format", "--stdout", file.path().stem().string() + ".gcda"};
  }
  return command;
}

void read_gcov(const std::string& text, Measurement& into) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.contains("files")) return;
  const auto base = std::filesystem::path(json.value("current_working_directory", std::string{}));
  for (const auto& file : json["files"]) {
    auto& lines = into.lines[file_key((base / file.value("file", std::string{})).string())];
    for (const auto& line : file["lines"]) {
      auto& count = lines[line.value("line_number", 0u)];
      count = std::max(count, line.value("count", std::uint64_t{0}));
    }
    if (!file.contains("functions")) continue;
    auto& functions = into.functions[file_key((base / file.value("file", std::string{})).string())];
    for (const auto& function : file["functions"])
      functions.push_back({function.value("name", std::string{}), function.value("start_line", 0u),
                           function.value("execution_count", std::uint64_t{0})});
  }
}

}  // namespace espalier::suite
