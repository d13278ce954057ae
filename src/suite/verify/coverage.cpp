// What gcov and llvm-cov counted, put together per source file.
//
// Runs that return are counted as measured.  A tool that derives counts from the flow through blocks is wrong
// about the block in which a run dies: of failing runs only what our own trace confirms is counted, so that
// no line behind a crash looks executed.
#include <algorithm>
#include <set>

#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

class Collection {
 public:
  explicit Collection(const Suite& suite) : suite_(suite) {
    files_.insert(file_key(suite.source->path.string()));
    for (const auto& unit : suite.units)
      for (const auto& goal : unit.goals)
        if (!goal.location.file.empty()) files_.insert(file_key(goal.location.file));
    for (const auto& function : suite.source->functions) {
      for (const auto& condition : function.conditions)
        conditions_.insert({condition.range.line, condition.range.column});
    }
  }

  void add(const Group& group, const Measurement& measurement) {
    const auto& unit = suite_.units[group.unit];
    const auto confirmed = group.failing ? lines_of_failing(unit) : std::set<std::uint32_t>{};
    for (const auto& [path, lines] : measurement.lines) {
      if (!files_.contains(path) || suite_.source->has_line_directives) continue;
      auto& file = run_.files[path];
      for (const auto& [line, count] : lines)
        file.lines[line] += !group.failing || confirmed.contains(line) ? count : 0;
    }
    for (const auto& [path, functions] : measurement.functions) {
      if (!files_.contains(path)) continue;
      for (const auto& function : functions) add(run_.files[path], function, group, unit.unit->name);
    }
    for (const auto& [path, regions] : measurement.branches) {
      if (!files_.contains(path)) continue;
      auto& file = run_.files[path];
      for (const auto& region : regions) add(file, region, group.failing, confirmed);
    }
  }

  PlainRun take() {
    for (auto& [path, file] : run_.files) {
      std::ranges::sort(file.branches, {}, [](const auto& b) { return std::pair(b.line, b.column); });
      std::ranges::sort(file.functions, {}, [](const auto& f) { return std::pair(f.line, f.name); });
    }
    return std::move(run_);
  }

 private:
  /// Lines with a goal that a failing run covered.
  static std::set<std::uint32_t> lines_of_failing(const UnitSuite& unit) {
    std::set<std::uint32_t> lines;
    for (const auto& test : unit.tests) {
      if (returns_reliably(test)) continue;
      for (const auto goal : test.run.goals)
        if (goal < unit.goals.size()) lines.insert(unit.goals[goal].location.line);
    }
    return lines;
  }

  static void add(FileCoverage& file, FileCoverage::Function function, const Group& group,
                  const std::string& unit) {
    if (function.name == "espalier_subject_main") function.name = "main";
    if (function.name.starts_with("espalier_")) return;
    // Of failing runs only this is sure: the unit was called.
    if (group.failing && function.name != unit) function.count = 0;
    const auto known = std::ranges::find(file.functions, function.name, &FileCoverage::Function::name);
    if (known == file.functions.end())
      file.functions.push_back(std::move(function));
    else
      known->count += function.count;
  }

  void add(FileCoverage& file, const BranchRegion& region, bool failing,
           const std::set<std::uint32_t>& confirmed) const {
    auto known = std::ranges::find_if(file.branches, [&](const FileCoverage::Branch& b) {
      return b.line == region.line && b.column == region.column;
    });
    if (known == file.branches.end()) {
      // A case label is jumped to or not; only conditions have two sides.
      const std::size_t sides = conditions_.contains({region.line, region.column}) ? 2 : 1;
      file.branches.push_back({region.line, region.column, std::vector<std::uint64_t>(sides, 0)});
      known = std::prev(file.branches.end());
    }
    auto& branch = *known;
    if (failing && !confirmed.contains(region.line)) return;
    branch.sides[0] += region.taken;
    if (branch.sides.size() > 1) branch.sides[1] += region.not_taken;
  }

  const Suite& suite_;
  std::set<std::string> files_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> conditions_;
  PlainRun run_;
};

}  // namespace

PlainRun collect_coverage(const Suite& suite, const std::vector<Group>& groups,
                          const std::vector<Measurement>& measurements) {
  Collection collection(suite);
  for (std::size_t i = 0; i < groups.size() && i < measurements.size(); ++i)
    collection.add(groups[i], measurements[i]);
  return collection.take();
}

}  // namespace espalier::suite
