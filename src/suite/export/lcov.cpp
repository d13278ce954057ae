// coverage.info: what gcov and llvm-cov counted, as an LCOV trace file.
//
// Written only when it was measured; what nobody counted is not claimed.
#include <algorithm>

#include <fmt/format.h>

#include "base/files.h"
#include "suite/suite.h"

namespace espalier::suite {
namespace {

std::string functions_text(const FileCoverage& file) {
  std::string text;
  for (const auto& function : file.functions) text += fmt::format("FN:{},{}\n", function.line, function.name);
  std::size_t hit = 0;
  for (const auto& function : file.functions) {
    text += fmt::format("FNDA:{},{}\n", function.count, function.name);
    hit += function.count > 0;
  }
  return text + fmt::format("FNF:{}\nFNH:{}\n", file.functions.size(), hit);
}

// Conditions of one line are its blocks, their sides the branches.  `-`: the condition was never evaluated.
std::string branches_text(const FileCoverage& file) {
  std::string text;
  std::size_t found = 0, hit = 0;
  std::uint32_t line = 0, block = 0;
  for (const auto& branch : file.branches) {
    block = branch.line == line ? block + 1 : 0;
    line = branch.line;
    const bool evaluated = std::ranges::any_of(branch.sides, [](auto count) { return count > 0; });
    for (std::size_t side = 0; side < branch.sides.size(); ++side) {
      text += fmt::format("BRDA:{},{},{},{}\n", line, block, side,
                          evaluated ? fmt::format("{}", branch.sides[side]) : "-");
      ++found;
      hit += branch.sides[side] > 0;
    }
  }
  return text + fmt::format("BRF:{}\nBRH:{}\n", found, hit);
}

std::string lines_text(const FileCoverage& file) {
  std::string text;
  std::size_t hit = 0;
  for (const auto& [line, count] : file.lines) {
    text += fmt::format("DA:{},{}\n", line, count);
    hit += count > 0;
  }
  return text + fmt::format("LF:{}\nLH:{}\n", file.lines.size(), hit);
}

}  // namespace

std::vector<std::filesystem::path> export_lcov(const Suite& suite, const std::filesystem::path& directory) {
  if (!suite.measured) return {};
  std::string text = "TN:\n";
  for (const auto& [path, file] : suite.measured->files)
    text += fmt::format("SF:{}\n{}{}{}end_of_record\n", path, functions_text(file), branches_text(file),
                        lines_text(file));
  const auto path = directory / "coverage.info";
  write_file(path, text);
  return {path};
}

}  // namespace espalier::suite
