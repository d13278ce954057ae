// Which compiled branch decides which condition of the source?
//
// Debug information gives a branch one point, the source gives a condition a range.  The point
// of `a > b` is the operator, so it lies in the condition's range, and in those of the conditions
// around it: the smallest range is the right one.  Where the point is outside (the compiler took
// the statement's), the point of the first operand decides.
//
// All code from one macro expansion has the same point, and all conditions in it have the same
// range.  There the order decides: the pass numbers sites in source order.
#include "coverage/match.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

namespace espalier::coverage {
namespace {

using frontend::Case;
using frontend::Condition;
using frontend::Range;
using frontend::SourceFunction;
using model::EdgeId;
using model::Function;
using model::Location;
using model::Program;
using model::Site;
using model::SiteId;
using model::SiteKind;

bool same_file(const std::string& a, const std::string& b) {
  return a == b || std::filesystem::path(a).lexically_normal() == std::filesystem::path(b).lexically_normal();
}

bool holds(const Range& range, const Location& point) {
  if (point.line == 0 || !same_file(range.file, point.file)) return false;
  return range.contains(point.line, point.column) ||
         (range.line == point.line && range.column == point.column);
}

using Extent = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
Extent extent(const Range& range) { return {range.line, range.column, range.end_line, range.end_column}; }

/// Of two ranges that hold one point, as ranges of expressions nest: is `a` the inner one?
bool smaller(const Range& a, const Range& b) {
  const std::pair a_end{a.end_line, a.end_column}, b_end{b.end_line, b.end_column};
  if (a_end != b_end) return a_end < b_end;
  return std::pair{a.line, a.column} > std::pair{b.line, b.column};
}

/// The smallest range that holds the point.
std::optional<Extent> innermost(const std::vector<Condition>& conditions, const Location& point) {
  const Range* best = nullptr;
  for (const Condition& condition : conditions)
    if (holds(condition.range, point) && (best == nullptr || smaller(condition.range, *best)))
      best = &condition.range;
  if (best == nullptr) return std::nullopt;
  return extent(*best);
}

/// The smallest choice `a ? b : c` around a condition in it.
std::optional<Extent> choice_around(const std::vector<Condition>& conditions, const Extent& inner) {
  const auto [line, column, end_line, end_column] = inner;
  const Range* best = nullptr;
  for (const Condition& condition : conditions) {
    const Range& range = condition.range;
    const bool around = std::pair{range.line, range.column} <= std::pair{line, column} &&
                        std::pair{end_line, end_column} <= std::pair{range.end_line, range.end_column};
    if (condition.is_choice && around && extent(range) != inner && (best == nullptr || smaller(range, *best)))
      best = &range;
  }
  if (best == nullptr) return std::nullopt;
  return extent(*best);
}

/// The condition that a branch tests.  The last operand of && or || is attributed to the operator, which
/// lies outside of it and perhaps inside another condition, as in `if ((a && b) != c)`.
std::optional<Extent> condition_around(const Program& program, const Function& function,
                                       const std::vector<Condition>& conditions, const Site& site) {
  // The point of a constant arm may be anywhere; it belongs to the choice around the condition that led to
  // it.
  if (site.arm_of != model::no_block) {
    for (const SiteId id : function.sites) {
      const Site& test = program.sites[id];
      if (test.kind != SiteKind::Branch || test.block != site.arm_of || &test == &site) continue;
      const auto tested = condition_around(program, function, conditions, test);
      return tested ? choice_around(conditions, *tested) : std::nullopt;
    }
    return std::nullopt;
  }
  for (const Condition& condition : conditions)
    if (condition.operator_line != 0 && !condition.range.in_macro &&
        condition.operator_line == site.location.line && condition.operator_column == site.location.column &&
        same_file(condition.range.file, site.location.file))
      return extent(condition.range);
  const std::optional<Extent> at = innermost(conditions, site.location);
  return at ? at : innermost(conditions, site.operand_location);
}

/// `0`, `(1)`, `"text"`: the compiler makes no branch for it (`do ... while (0)` in macros).
bool is_literal(const std::string& text) {
  const std::size_t first = text.find_first_not_of("(! ");
  if (first == std::string::npos) return true;
  if (text[first] == '"') return true;
  return text.find_first_not_of("0123456789uUlLxX)", first) == std::string::npos && text[first] >= '0' &&
         text[first] <= '9';
}

bool in_case(const Case& label, std::uint64_t value, unsigned bits) {
  const unsigned shift = 64 - bits;
  const auto as_signed = static_cast<std::int64_t>(value << shift) >> shift;
  const auto as_unsigned = static_cast<std::int64_t>(value);
  // The source says 4294967295 or -1 for the same 32 bits, depending on the type switched on.
  return (label.low <= as_signed && as_signed <= label.high) ||
         (label.low <= as_unsigned && as_unsigned <= label.high);
}

/// The compiled switches of the statement: those at its keyword, else those on its line.
std::vector<const Site*> switches_of(const Program& program, const Function& function,
                                     const Range& statement) {
  std::vector<const Site*> at_keyword, on_line;
  for (const SiteId id : function.sites) {
    const Site& site = program.sites[id];
    if (site.kind != SiteKind::Switch || site.location.line != statement.line) continue;
    if (!same_file(site.location.file, statement.file)) continue;
    on_line.push_back(&site);
    if (site.location.column == statement.column) at_keyword.push_back(&site);
  }
  return at_keyword.empty() ? on_line : at_keyword;
}

}  // namespace

const SourceFunction* source_of(const frontend::SourceFile& source, const Function& function) {
  const SourceFunction* by_name = nullptr;
  for (const SourceFunction& candidate : source.functions) {
    if (candidate.name != function.name) continue;
    if (same_file(candidate.file, function.location.file)) return &candidate;
    if (function.location.file.empty()) by_name = &candidate;
  }
  return by_name;
}

std::vector<std::vector<SiteId>> sites_of_conditions(const Program& program, const Function& function,
                                                     const SourceFunction& written) {
  std::map<Extent, std::vector<SiteId>> sites_in;
  for (const SiteId id : function.sites) {
    const Site& site = program.sites[id];
    if (site.kind != SiteKind::Branch) continue;
    const std::optional<Extent> range = condition_around(program, function, written.conditions, site);
    if (range) sites_in[*range].push_back(id);
  }
  std::map<Extent, std::vector<std::size_t>> conditions_in;
  for (std::size_t i = 0; i < written.conditions.size(); ++i)
    conditions_in[extent(written.conditions[i].range)].push_back(i);

  std::vector<std::vector<SiteId>> result(written.conditions.size());
  for (const auto& [range, sites] : sites_in) {
    std::vector<std::size_t> owners = conditions_in[range];
    if (owners.size() > 1)
      std::erase_if(owners, [&](std::size_t i) { return is_literal(written.conditions[i].text); });
    if (owners.size() == 1) {
      result[owners[0]] = sites;  // more than one: the compiler copied the condition
      continue;
    }
    for (std::size_t i = 0; i < std::min(owners.size(), sites.size()); ++i) result[owners[i]] = {sites[i]};
  }
  return result;
}

std::vector<std::vector<EdgeId>> edges_of_cases(const Program& program, const Function& function,
                                                const SourceFunction& written) {
  std::vector<std::vector<EdgeId>> result(written.cases.size());
  std::set<Extent> unclear;  // switches with a label that has no edge of its own
  for (std::size_t i = 0; i < written.cases.size(); ++i) {
    const Case& label = written.cases[i];
    if (label.is_default) continue;
    for (const Site* site : switches_of(program, function, label.switch_range))
      for (std::uint32_t v = 0; v < site->values.size(); ++v)
        if (in_case(label, site->values[v], site->value_bits)) result[i].push_back(site->first + v);
    if (result[i].empty()) unclear.insert(extent(label.switch_range));
  }
  // A wide GNU range is compiled as a comparison on the default side, so the default's edge is taken
  // for its values too and does not prove that the default was reached.
  for (std::size_t i = 0; i < written.cases.size(); ++i) {
    const Case& label = written.cases[i];
    if (!label.is_default || unclear.contains(extent(label.switch_range))) continue;
    for (const Site* site : switches_of(program, function, label.switch_range))
      result[i].push_back(site->first + site->count - 1);
  }
  return result;
}

}  // namespace espalier::coverage
