#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/criterion.h"
#include "model/contexts.h"
#include "search/campaign.h"
#include "search/strategy.h"
#include "search/tree.h"

namespace espalier::search {

/// One side of one node.
struct SideOf {
  NodeId node;
  std::uint32_t side;
};

/// A rule that leaves out parts of the execution tree, whatever the strategy proposes.  A rule is one file
/// in pruning/ that registers itself.
///
/// It may close sides as soon as a path is known (`added`), or when the strategy asks for them
/// (`leaves_out`); either way no query is made for them.
class Pruning {
 public:
  virtual ~Pruning() = default;
  virtual void covered(coverage::GoalId) {}
  /// A new path is in the tree.  Returns sides to close, all of them Open.
  virtual std::vector<SideOf> added(const State&, const Tree::Insertion&) { return {}; }
  /// The strategy wants this open side: leave it out?
  virtual bool leaves_out(const State&, SideOf) { return false; }
  /// Nothing else is left to try.  Returns sides of this rule to open again; none: it stands by them.
  virtual std::vector<SideOf> relent(const State&) { return {}; }
  /// No subtree that it leaves out holds a goal that was uncovered then: what is left out needs no
  /// excuse, and "infeasible" may be said all the same.
  [[nodiscard]] virtual bool proves() const = 0;
  /// Why a side was left out: the end of "pruned by look-ahead: ...".
  [[nodiscard]] virtual std::string why() const = 0;
};

/// What a rule can know when it is made.
struct PruningSetup {
  const model::Program& program;
  const std::vector<coverage::Goal>& goals;
  const model::Contexts& contexts;
  std::uint32_t unit_height;  ///< open calls while the unit itself runs
};

struct PruningEntry {
  std::string_view name;
  std::string_view help;
  /// `argument`: what the user typed after '='; empty when there is none.  nullptr: it makes no sense.
  std::unique_ptr<Pruning> (*make)(const PruningSetup& setup, std::string_view argument);
};

/// All rules that are linked in, by name.
std::vector<PruningEntry> pruning_rules();
/// `const RegisteredPruning entry{{"look-ahead", "...", make}};` at namespace scope of the rule's file.
struct RegisteredPruning {
  explicit RegisteredPruning(const PruningEntry& entry);
};

/// The rules of one campaign, in the order the user gave them.  A side is pruned by the first that says so.
class PruningRules {
 public:
  /// UserError(Usage) for a rule or an argument that there is not.
  PruningRules(const std::vector<std::string>& rules, const PruningSetup& setup);

  void covered(coverage::GoalId goal);
  void added(const State& state, const Tree::Insertion& insertion, Tree& tree);
  /// True: the side is pruned now.
  bool leaves_out(const State& state, SideOf side, Tree& tree);
  /// Opens sides again, and returns their nodes, each once.
  std::vector<NodeId> relent(const State& state, Tree& tree);

  /// By RuleId.
  [[nodiscard]] std::vector<PrunedBy> summary(const Tree& tree, std::uint32_t depth) const;

 private:
  struct Rule {
    std::string name;
    std::unique_ptr<Pruning> pruning;
    std::uint64_t asked = 0;
    double seconds = 0;
  };
  std::vector<Rule> rules_;
};

/// Every side that a rule or the depth bound closed, in the order of the tree.
std::vector<PrunedSubtree> pruned_subtrees(const Tree& tree);

/// Sees that the campaign could use these, without a program.  UserError(Usage) otherwise.
void check_pruning(const std::vector<std::string>& rules);

}  // namespace espalier::search
