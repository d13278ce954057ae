// The rules of a campaign: finding them by name, asking them in turn, counting what they do.
#include "search/pruning.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/result.h"

namespace espalier::search {
namespace {

using Clock = std::chrono::steady_clock;

// See registry.cpp: filled while the program starts.
std::vector<PruningEntry>& entries() {
  static std::vector<PruningEntry> all;
  return all;
}

/// Adds the time of its life.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  const Clock::time_point start_ = Clock::now();
};

RuleId rule_id(std::size_t position) { return static_cast<RuleId>(position + 1); }  // 0 is the depth bound

std::unique_ptr<Pruning> make_rule(const std::string& text, const PruningSetup& setup) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const std::string argument = equals == std::string::npos ? "" : text.substr(equals + 1);
  std::string known;
  for (const PruningEntry& entry : pruning_rules()) {
    if (entry.name == name) {
      if (equals == std::string::npos || !argument.empty())
        if (auto made = entry.make(setup, argument)) return made;
      throw UserError(ExitCode::Usage, fmt::format("--prune: '{}' makes no sense; {} means: {}", text,
                                                   entry.name, entry.help));
    }
    known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.name);
  }
  throw UserError(ExitCode::Usage, fmt::format("--prune: '{}' is unknown; choose from {}", name, known));
}

}  // namespace

RegisteredPruning::RegisteredPruning(const PruningEntry& entry) { entries().push_back(entry); }

std::vector<PruningEntry> pruning_rules() {
  std::vector<PruningEntry> sorted = entries();
  std::ranges::sort(sorted, {}, &PruningEntry::name);
  return sorted;
}

PruningRules::PruningRules(const std::vector<std::string>& rules, const PruningSetup& setup) {
  for (const std::string& text : rules) {
    const std::string name = text.substr(0, text.find('='));
    for (const Rule& other : rules_)
      if (other.name.substr(0, other.name.find('=')) == name)
        throw UserError(ExitCode::Usage, fmt::format("--prune: '{}' is given twice; give it once", name));
    if (rules_.size() + 1 >= max_rules)
      throw UserError(ExitCode::Usage,
                      fmt::format("--prune: more than {} rules; leave some out", max_rules - 1));
    rules_.push_back({text, make_rule(text, setup)});
  }
}

void PruningRules::covered(coverage::GoalId goal) {
  for (Rule& rule : rules_) rule.pruning->covered(goal);
}

void PruningRules::added(const State& state, const Tree::Insertion& insertion, Tree& tree) {
  if (insertion.first_new == no_node) return;
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const Stopwatch watch(rules_[i].seconds);
    for (const auto& [node, side] : rules_[i].pruning->added(state, insertion))
      tree.prune(node, side, rule_id(i));
  }
}

bool PruningRules::leaves_out(const State& state, SideOf side, Tree& tree) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const Stopwatch watch(rules_[i].seconds);
    ++rules_[i].asked;
    if (!rules_[i].pruning->leaves_out(state, side)) continue;
    tree.prune(side.node, side.side, rule_id(i));
    return true;
  }
  return false;
}

std::vector<NodeId> PruningRules::relent(const State& state, Tree& tree) {
  std::vector<NodeId> nodes;
  for (Rule& rule : rules_) {
    for (const auto& [node, side] : rule.pruning->relent(state)) {
      tree.reopen(node, side);
      nodes.push_back(node);
    }
    if (!nodes.empty()) break;  // one concession at a time
  }
  std::ranges::sort(nodes);
  nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
  return nodes;
}

std::vector<PrunedBy> PruningRules::summary(const Tree& tree, std::uint32_t depth) const {
  std::vector<PrunedBy> result;
  result.push_back({fmt::format("depth bound {}", depth), "more choice points than --depth above it",
                    tree.pruned(depth_bound), 0, 0, false});
  for (std::size_t i = 0; i < rules_.size(); ++i)
    result.push_back({rules_[i].name, rules_[i].pruning->why(), tree.pruned(rule_id(i)), rules_[i].asked,
                      rules_[i].seconds, rules_[i].pruning->proves()});
  return result;
}

std::vector<PrunedSubtree> pruned_subtrees(const Tree& tree) {
  std::vector<PrunedSubtree> result;
  for (NodeId node = 0; node < tree.size(); ++node)
    for (std::uint32_t side = 0; side < tree.site(node).count; ++side) {
      if (tree.side(node, side).state != SideState::Pruned) continue;
      PrunedSubtree subtree{{tree.site(node).first + side}, tree.side(node, side).rule};
      for (NodeId below = node; tree.parent(below) != no_node; below = tree.parent(below))
        if (const NodeId above = tree.parent(below); tree.is_choice(above))
          subtree.path.push_back(tree.site(above).first + tree.parent_side(below));
      std::ranges::reverse(subtree.path);
      result.push_back(std::move(subtree));
    }
  return result;
}

void check_pruning(const std::vector<std::string>& rules) {
  const model::Program program;
  const std::vector<coverage::Goal> goals;
  const model::Contexts contexts;
  PruningRules(rules, {program, goals, contexts, 1});
}

}  // namespace espalier::search
