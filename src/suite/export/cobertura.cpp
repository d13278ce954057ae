// coverage.xml: what gcov and llvm-cov counted, in the format of Cobertura.
#include <ctime>

#include <fmt/format.h>

#include "base/files.h"
#include "suite/export/xml.h"
#include "suite/suite.h"

namespace espalier::suite {
namespace {

struct Sum {
  std::size_t hit = 0, all = 0;
  void add(bool is_hit) { hit += is_hit, ++all; }
  void add(const Sum& other) { hit += other.hit, all += other.all; }
  [[nodiscard]] double rate() const {
    return all == 0 ? 1 : static_cast<double>(hit) / static_cast<double>(all);
  }
};

struct Sums {
  Sum lines, branches;
};

Sum sides_of(const FileCoverage& file, std::uint32_t line) {
  Sum sum;
  for (const auto& branch : file.branches)
    if (branch.line == line)
      for (const auto count : branch.sides) sum.add(count > 0);
  return sum;
}

std::string line_text(const FileCoverage& file, std::uint32_t line, std::uint64_t count, Sums& sums) {
  const auto sides = sides_of(file, line);
  sums.lines.add(count > 0);
  sums.branches.add(sides);
  const auto conditions = sides.all == 0
                              ? std::string("branch=\"false\"")
                              : fmt::format("branch=\"true\" condition-coverage=\"{:.0f}% ({}/{})\"",
                                            100 * sides.rate(), sides.hit, sides.all);
  return fmt::format("            <line number=\"{}\" hits=\"{}\" {}/>\n", line, count, conditions);
}

// Cobertura has one class per file in C; its methods are left out, because lines are what tools show.
std::string class_text(const std::filesystem::path& path, const FileCoverage& file, Sums& sums) {
  std::string lines;
  for (const auto& [line, count] : file.lines) lines += line_text(file, line, count, sums);
  return fmt::format(
      "        <class name=\"{}\" filename=\"{}\" line-rate=\"{:.4f}\" branch-rate=\"{:.4f}\" "
      "complexity=\"0\">\n"
      "          <methods/>\n          <lines>\n{}          </lines>\n        </class>\n",
      xml_text(path.stem().string()), xml_text(path.relative_path().string()), sums.lines.rate(),
      sums.branches.rate(), lines);
}

}  // namespace

std::vector<std::filesystem::path> export_cobertura(const Suite& suite,
                                                    const std::filesystem::path& directory) {
  if (!suite.measured) return {};
  Sums total;
  std::string classes;
  for (const auto& [path, file] : suite.measured->files) {
    Sums sums;
    classes += class_text(path, file, sums);
    total.lines.add(sums.lines), total.branches.add(sums.branches);
  }
  const auto rates =
      fmt::format("line-rate=\"{:.4f}\" branch-rate=\"{:.4f}\"", total.lines.rate(), total.branches.rate());
  const auto text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n"
      "<coverage {} lines-covered=\"{}\" lines-valid=\"{}\" branches-covered=\"{}\" branches-valid=\"{}\" "
      "complexity=\"0\" version=\"espalier\" timestamp=\"{}\">\n"
      "  <sources>\n    <source>/</source>\n  </sources>\n"
      "  <packages>\n    <package name=\"{}\" {} complexity=\"0\">\n      <classes>\n{}      </classes>\n"
      "    </package>\n  </packages>\n</coverage>\n",
      rates, total.lines.hit, total.lines.all, total.branches.hit, total.branches.all, std::time(nullptr),
      xml_text(suite.source->path.stem().string()), rates, classes);
  const auto path = directory / "coverage.xml";
  write_file(path, text);
  return {path};
}

}  // namespace espalier::suite
