// What gcov and llvm-cov counted, put together per source file.
//
// Runs that return are counted as measured.  A tool that derives counts from the flow through blocks is wrong
// about the block in which a run dies: of failing runs only what our own trace confirms is counted, so that
// no line behind a crash looks executed.
#include <algorithm>
#include <map>
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
      for (const auto& function : functions) add(counted_[path], function, group, unit.unit->name);
    }
    for (const auto& [path, regions] : measurement.branches) {
      if (!files_.contains(path)) continue;
      for (const auto& region : regions) add(counted_[path], region, group.failing, confirmed);
    }
  }

  PlainRun take() {
    for (auto& [path, counted] : counted_) {
      FileCoverage& file = run_.files[path];
      for (auto& [place, branch] : counted.branches) file.branches.push_back(std::move(branch));
      for (auto& [name, function] : counted.functions) file.functions.push_back(std::move(function));
      std::ranges::sort(file.functions, {}, [](const auto& f) { return std::pair(f.line, f.name); });
    }
    return std::move(run_);
  }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  ///< line and column
  /// What is looked up for every group that was measured.
  struct Counted {
    std::map<Place, FileCoverage::Branch> branches;
    std::map<std::string, FileCoverage::Function> functions;
  };

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

  static void add(Counted& file, FileCoverage::Function function, const Group& group,
                  const std::string& unit) {
    if (function.name == "espalier_subject_main") function.name = "main";
    if (function.name.starts_with("espalier_")) return;
    // Of failing runs only this is sure: the unit was called.
    if (group.failing && function.name != unit) function.count = 0;
    const auto [known, fresh] = file.functions.try_emplace(function.name, function);
    if (!fresh) known->second.count += function.count;
  }

  void add(Counted& file, const BranchRegion& region, bool failing,
           const std::set<std::uint32_t>& confirmed) const {
    const auto [known, fresh] = file.branches.try_emplace({region.line, region.column});
    FileCoverage::Branch& branch = known->second;
    if (fresh) {
      // A case label is jumped to or not; only conditions have two sides.
      const std::size_t sides = conditions_.contains(known->first) ? 2 : 1;
      branch = {region.line, region.column, std::vector<std::uint64_t>(sides, 0)};
    }
    if (failing && !confirmed.contains(region.line)) return;
    branch.sides[0] += region.taken;
    if (branch.sides.size() > 1) branch.sides[1] += region.not_taken;
  }

  const Suite& suite_;
  std::set<std::string> files_;
  std::set<Place> conditions_;
  std::map<std::string, Counted> counted_;  ///< by file
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
