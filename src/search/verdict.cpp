#include "search/verdict.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::search {
namespace {

/// Left out by a rule that may have left out a goal.
const PrunedBy* given_up(const Evidence& evidence) {
  const auto found = std::ranges::find_if(evidence.pruned,
                                          [](const PrunedBy& by) { return by.subtrees != 0 && !by.proves; });
  return found == evidence.pruned.end() ? nullptr : &*found;
}

/// Every path of the unit that may hold an uncovered goal was run, to its end, and nothing on it was
/// guessed.
bool is_complete(const Evidence& evidence) {
  const Tree& tree = evidence.tree;
  return evidence.sound && tree.count(SideState::Open) == 0 && tree.count(SideState::Unknown) == 0 &&
         given_up(evidence) == nullptr && !tree.any_cut() && !tree.any_approximate();
}

/// Why the tree is not a proof, the most telling first.
std::string why_incomplete(const Evidence& evidence) {
  const Tree& tree = evidence.tree;
  if (!evidence.sound) return "self-check mismatch";
  if (tree.count(SideState::Open) != 0 && evidence.stopped_by == "strategy")
    return "the strategy ended with alternatives left open";
  if (tree.count(SideState::Open) != 0 && evidence.stopped_by != "exhausted") return evidence.stopped_by;
  if (const PrunedBy* by = given_up(evidence); by != nullptr && by != &evidence.pruned.front())
    return fmt::format("{}: {} alternatives inside called functions were not tried", by->rule, by->subtrees);
  if (!evidence.solver_gave_up.empty()) return evidence.solver_gave_up;
  if (tree.any_approximate()) return approximation_text(evidence.program, tree.first_approximation());
  if (const PrunedBy* by = given_up(evidence)) return by->rule;
  if (!evidence.cut_by.empty()) return evidence.cut_by;
  return "the run of a solved input went elsewhere";
}

class StaticReach {
 public:
  explicit StaticReach(const Evidence& evidence) : evidence_(evidence) {
    if (evidence.options.root < evidence.program.functions.size())
      callable_ = model::reachable_functions(evidence.program, evidence.options.root);
  }

  /// The proof that no run can get to the goal, or "".
  [[nodiscard]] std::string excludes(const coverage::Goal& goal) const {
    const model::Function& function = evidence_.program.functions[goal.function];
    if (!callable_.empty() && !std::ranges::binary_search(callable_, goal.function))
      return fmt::format("{} does not call {}, directly or not",
                         evidence_.program.functions[evidence_.options.root].name, function.name);
    if (goal.blocks.empty()) return "";
    const std::vector<bool> reachable = model::reachable_blocks(function);
    if (std::ranges::none_of(goal.blocks, [&](model::BlockId b) { return reachable[b]; }))
      return "no way through the function leads there";
    return "";
  }

 private:
  const Evidence& evidence_;
  std::vector<model::FunctionId> callable_;
};

}  // namespace

std::vector<GoalVerdict> judge(const Evidence& evidence) {
  const bool complete = is_complete(evidence);
  const std::string incomplete = complete ? "" : why_incomplete(evidence);
  const StaticReach reach(evidence);
  std::vector<GoalVerdict> verdicts;
  for (coverage::GoalId id = 0; id < evidence.goals.size(); ++id) {
    const coverage::Goal& goal = evidence.goals[id];
    if (evidence.covered[id]) {
      verdicts.push_back({Verdict::Covered, ""});
    } else if (evidence.perhaps_covered[id]) {
      verdicts.push_back({Verdict::Unknown, "a run may have reached it, but did not finish to prove it"});
    } else if (std::string proof = reach.excludes(goal); !proof.empty()) {
      verdicts.push_back({Verdict::Infeasible, std::move(proof)});
    } else if (complete) {
      verdicts.push_back(
          {Verdict::Infeasible, evidence.tree.count(SideState::Pruned) == 0
                                    ? "every path was explored and none reaches it"
                                    : "every path that could reach it was explored and none does"});
    } else {
      const auto own =
          std::ranges::find_if(goal.edges, [&](auto edge) { return evidence.reasons.contains(edge); });
      verdicts.push_back(
          {Verdict::Unknown, own != goal.edges.end() ? evidence.reasons.at(*own) : incomplete});
    }
  }
  return verdicts;
}

std::string approximation_text(const model::Program& program, model::SiteId id) {
  if (id >= program.sites.size()) return "approximated";
  const model::Site& site = program.sites[id];
  if (site.location.line == 0) return fmt::format("approximated: {}", site.what);  // in a library function
  return fmt::format("approximated at {}:{}: {}", site.location.file, site.location.line,
                     site.kind == model::SiteKind::Approximation ? site.what : "the node table was full");
}

}  // namespace espalier::search
