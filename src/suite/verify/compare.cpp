// Goal by goal: our verdict against the counts of tools that know nothing of us.
//
// Runs that return are compared in both directions: a goal of ours has a count, any other has none.
// For runs that fail only "covered implies counted" is asked: the tools count whole blocks, so code after the
// point where a run died looks executed to them.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

using frontend::Case;
using frontend::Condition;
using frontend::Range;

bool starts_at(const Range& range, const model::Location& location) {
  return range.line == location.line && range.column == location.column;
}

bool same_extent(const BranchRegion& region, const Range& range) {
  return std::tie(region.line, region.column, region.end_line, region.end_column) ==
         std::tie(range.line, range.column, range.end_line, range.end_column);
}

// `if ((a))`: the tool takes the parentheses in, we may not.
bool differs_by_parentheses(const BranchRegion& region, const Range& range) {
  return region.line == range.line && region.end_line == range.end_line && region.column < range.column &&
         range.column - region.column == region.end_column - range.end_column;
}

// The regions and lines of one file in one measurement.
struct Counts {
  const std::vector<BranchRegion>* regions = nullptr;
  const std::map<std::uint32_t, std::uint64_t>* lines = nullptr;
};

Counts counts_of(const Measurement& measurement, const std::string& file) {
  Counts counts;
  if (const auto found = measurement.branches.find(file); found != measurement.branches.end())
    counts.regions = &found->second;
  if (const auto found = measurement.lines.find(file); found != measurement.lines.end())
    counts.lines = &found->second;
  return counts;
}

// Finds the region of a goal.  The same binary is measured in every group, so a position is found
// once and used for all.
class RegionFinder {
 public:
  RegionFinder(const frontend::SourceFile& source, const std::vector<BranchRegion>& regions)
      : regions_(regions) {
    for (const auto& function : source.functions) {
      for (const auto& condition : function.conditions) conditions_.push_back(&condition);
      for (const auto& label : function.cases) cases_.push_back(&label);
    }
  }

  [[nodiscard]] const BranchRegion* find(const coverage::Goal& goal) const {
    if (goal.side == "true" || goal.side == "false") return find_condition(goal);
    return find_label(goal);
  }

 private:
  const BranchRegion* only(const std::vector<const BranchRegion*>& found) const {
    return found.size() == 1 ? found[0] : nullptr;
  }

  template <class Predicate>
  std::vector<const BranchRegion*> matching(Predicate predicate) const {
    std::vector<const BranchRegion*> found;
    for (const auto& region : regions_) {
      if (predicate(region)) found.push_back(&region);
    }
    return found;
  }

  const BranchRegion* find_condition(const coverage::Goal& goal) const {
    std::vector<const Condition*> here;
    for (const auto* condition : conditions_) {
      if (starts_at(condition->range, goal.location)) here.push_back(condition);
    }
    // `if (a ? b : c)`: two conditions start at `a`; the text tells which is meant.
    if (here.size() > 1) std::erase_if(here, [&](const Condition* c) { return c->text != goal.text; });
    if (here.size() > 1 || (here.size() == 1 && here[0]->range.in_macro)) return nullptr;
    if (here.empty())
      return only(matching([&](const BranchRegion& r) {
        return r.line == goal.location.line && r.column == goal.location.column;
      }));

    const auto& range = here[0]->range;
    if (const auto* exact = only(matching([&](const BranchRegion& r) { return same_extent(r, range); })))
      return exact;
    if (const auto* wider =
            only(matching([&](const BranchRegion& r) { return differs_by_parentheses(r, range); })))
      return wider;
    return only(
        matching([&](const BranchRegion& r) { return r.line == range.line && r.column == range.column; }));
  }

  const BranchRegion* find_label(const coverage::Goal& goal) const {
    const Case* label = nullptr;
    for (const auto* candidate : cases_) {
      if (!starts_at(candidate->range, goal.location)) continue;
      if (label == nullptr || candidate->is_default == (goal.side == "default")) label = candidate;
    }
    if (label != nullptr && label->range.in_macro) return nullptr;
    if (label != nullptr && label->is_implicit) return find_implicit_default(*label);
    return only(matching([&](const BranchRegion& r) {
      return r.line == goal.location.line && r.column == goal.location.column;
    }));
  }

  // Without a default label llvm-cov reports "no label fits" at the switched expression: the first
  // region between the keyword and the first label that is not a condition inside the expression.
  const BranchRegion* find_implicit_default(const Case& label) const {
    const auto keyword = std::pair(label.switch_range.line, label.switch_range.column);
    auto first_label = std::pair(label.switch_range.end_line, label.switch_range.end_column);
    for (const auto* other : cases_) {
      const bool same_switch = std::pair(other->switch_range.line, other->switch_range.column) == keyword;
      if (same_switch && !other->is_implicit)
        first_label = std::min(first_label, std::pair(other->range.line, other->range.column));
    }
    return only(matching([&](const BranchRegion& region) {
      const auto start = std::pair(region.line, region.column);
      if (start <= keyword || start >= first_label) return false;
      return std::none_of(conditions_.begin(), conditions_.end(),
                          [&](const Condition* c) { return same_extent(region, c->range); });
    }));
  }

  const std::vector<BranchRegion>& regions_;
  std::vector<const Condition*> conditions_;
  std::vector<const Case*> cases_;
};

class Comparison {
 public:
  Comparison(const Suite& suite, const UnitSuite& unit, const Measurement& returning,
             const Measurement& failing, Verification& report)
      : suite_(suite), unit_(unit), returning_(returning), failing_(failing), report_(report) {
    for (const auto& test : unit.tests) {
      auto& goals = returns_reliably(test) ? by_returning_ : failed(test.run) ? by_failing_ : by_undefined_;
      goals.insert(test.run.goals.begin(), test.run.goals.end());
    }
  }

  void run() {
    for (coverage::GoalId id = 0; id < unit_.goals.size(); ++id) {
      check_own_books(id);
      if (unit_.goals[id].side == "line")
        check_line(id);
      else
        check_branch(id);
    }
  }

 private:
  bool says_covered(coverage::GoalId id) const {
    return id < unit_.verdicts.size() && unit_.verdicts[id].verdict == search::Verdict::Covered;
  }

  std::string verdict(coverage::GoalId id) const {
    return id < unit_.verdicts.size() ? verdict_name(unit_.verdicts[id].verdict) : "nothing";
  }

  void differ(coverage::GoalId id, const std::string& what) {
    const auto& goal = unit_.goals[id];
    const auto side = goal.side == "true" || goal.side == "false" ? " " + goal.side : "";
    report_.differences.push_back(fmt::format("{}:{}: {}: {}{}: we say {}, {}", goal_file(goal),
                                              goal.location.line, unit_.unit->name, goal.text, side,
                                              verdict(id), what));
  }

  std::string goal_file(const coverage::Goal& goal) const {
    return goal.location.file.empty() ? suite_.source->path.string() : goal.location.file;
  }

  // The verdict must follow from the tests that are kept.
  void check_own_books(coverage::GoalId id) {
    const bool by_a_test =
        by_returning_.count(id) != 0 || by_failing_.count(id) != 0 || by_undefined_.count(id) != 0;
    if (says_covered(id) && !by_a_test) differ(id, "no test of the suite covers it");
    if (!says_covered(id) && by_a_test) differ(id, "a test of the suite covers it");
  }

  // `returned`, `died`: counts in the two groups of runs.
  void check_counts(coverage::GoalId id, const char* tool, std::uint64_t returned, std::uint64_t died) {
    if (says_covered(id) && returned + died == 0 && !only_by_undefined(id))
      differ(id, fmt::format("{} counts 0", tool));
    if (!says_covered(id) && returned > 0) differ(id, fmt::format("{} counts {}", tool, returned));
    const bool expected = by_returning_.count(id) != 0;
    if (says_covered(id) && expected != (returned > 0) && returned + died > 0) {
      differ(id, fmt::format("{} counts {} in the tests that return, where we saw {}", tool, returned,
                             expected ? "it taken" : "it not taken"));
    }
  }

  /// Where C does not say what a run does, builds may go different ways.
  bool only_by_undefined(coverage::GoalId id) const {
    return by_returning_.count(id) == 0 && by_failing_.count(id) == 0;
  }

  void check_branch(coverage::GoalId id) {
    const auto& goal = unit_.goals[id];
    const auto file = file_key(goal_file(goal));
    const auto returned = times_taken(*suite_.source, returning_, file, goal),
               died = times_taken(*suite_.source, failing_, file, goal);
    const bool seen = returned || died;
    ++(seen ? report_.branches_checked : report_.not_checked);
    if (seen) check_counts(id, "llvm-cov", returned.value_or(0), died.value_or(0));
    // gcov knows no conditions, but a taken side means that its line was executed.  Not the other way round
    // where llvm-cov has seen it: gcc makes one test of `a == 6 || a == 7` and counts it on the first line.
    const auto line = line_count(goal, counts_of(returning_, file));
    if (!line || by_returning_.count(id) == 0 || (seen && *line == 0)) return;
    ++report_.lines_checked;
    if (*line == 0) differ(id, "gcov counts 0 for its line");
  }

  void check_line(coverage::GoalId id) {
    const auto& goal = unit_.goals[id];
    const auto file = file_key(goal_file(goal));
    const auto returned = line_count(goal, counts_of(returning_, file)),
               died = line_count(goal, counts_of(failing_, file));
    // gcov derives counts from the flow in and out of blocks, which a dying run breaks: a line that only
    // such a run reaches may have any count.
    const bool only_by_dying = by_returning_.count(id) == 0 && by_failing_.count(id) != 0;
    if ((!returned && !died) || (only_by_dying && returned.value_or(0) + died.value_or(0) == 0)) {
      ++report_.not_checked;
      return;
    }
    ++report_.lines_checked;
    check_counts(id, "gcov", returned.value_or(0), died.value_or(0));
  }


  std::optional<std::uint64_t> line_count(const coverage::Goal& goal, const Counts& counts) const {
    // gcov believes #line directives; our lines are those of the file.
    if (counts.lines == nullptr || suite_.source->has_line_directives) return std::nullopt;
    const auto found = counts.lines->find(goal.location.line);
    if (found == counts.lines->end()) return std::nullopt;
    return found->second;
  }

  const Suite& suite_;
  const UnitSuite& unit_;
  const Measurement& returning_;
  const Measurement& failing_;
  Verification& report_;
  std::set<coverage::GoalId> by_returning_, by_failing_, by_undefined_;
};

}  // namespace

std::optional<std::uint64_t> times_taken(const frontend::SourceFile& source, const Measurement& measurement,
                                         const std::string& file, const coverage::Goal& goal) {
  const auto counts = counts_of(measurement, file);
  if (counts.regions == nullptr) return std::nullopt;
  const auto* region = RegionFinder(source, *counts.regions).find(goal);
  if (region == nullptr) return std::nullopt;
  return goal.side == "false" ? region->not_taken : region->taken;
}

void compare(const Suite& suite, const UnitSuite& unit, const Measurement& returning,
             const Measurement& failing, Verification& report) {
  Comparison(suite, unit, returning, failing, report).run();
}

}  // namespace espalier::suite
