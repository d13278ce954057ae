// Look-ahead (Bardin and Herrmann, Pruning the Search Space in Path-based Test Generation, ICST
// 2009, section 3): a side behind which no uncovered goal can be reached is not worth a query, and
// neither is anything below it.
//
// By default a side is looked at when the strategy wants it, which is late, so that most goals are
// covered by then.  With `every-branch` every branch of a new path is looked at as well: where
// the rest of the path reaches nothing, all that hangs below is closed at once.  That prunes no more
// paths, but earlier.  With `dry-run` everything is computed and nothing is pruned: to measure the cost.
#include "model/reachability.h"
#include "search/pruning.h"

namespace espalier::search {
namespace {

std::vector<model::Target> targets_of(const std::vector<coverage::Goal>& goals) {
  std::vector<model::Target> targets;
  for (const coverage::Goal& goal : goals) targets.push_back({goal.function, goal.blocks});
  return targets;
}

class LookAhead final : public Pruning {
 public:
  LookAhead(const PruningSetup& setup, bool every_branch, bool dry_run)
      : goals_(setup.goals),
        ahead_(setup.program, targets_of(setup.goals)),
        wanted_(setup.program.edge_count()),
        every_branch_(every_branch),
        dry_run_(dry_run) {
    for (const coverage::Goal& goal : goals_)
      for (const model::EdgeId edge : goal.edges) ++wanted_[edge];
  }

  void covered(coverage::GoalId goal) override {
    ahead_.reached(goal);
    for (const model::EdgeId edge : goals_[goal].edges) --wanted_[edge];
  }

  std::vector<SideOf> added(const State& state, const Tree::Insertion& insertion) override {
    std::vector<SideOf> closed;
    if (!every_branch_) return closed;
    bool anything_left = true;  // behind the nodes so far
    for (const NodeId node : insertion.nodes) {
      if (node < insertion.first_new) continue;
      bool here = anything_left;
      for (std::uint32_t side = 0; side < state.tree.site(node).count; ++side) {
        const SideState now = state.tree.side(node, side).state;
        if (!anything_left && now == SideState::Open) closed.push_back({node, side});
        if (anything_left && now == SideState::Taken && state.tree.is_choice(node))
          here = reaches(state, {node, side}) || dry_run_;
      }
      anything_left = here;
    }
    return closed;
  }

  bool leaves_out(const State& state, SideOf side) override { return !reaches(state, side) && !dry_run_; }

  [[nodiscard]] bool proves() const override { return true; }
  [[nodiscard]] std::string why() const override { return "no uncovered goal can be reached from there"; }

 private:
  bool reaches(const State& state, SideOf at) {
    const model::EdgeId edge = state.tree.site(at.node).first + at.side;
    return wanted_[edge] != 0 || ahead_.from(edge, state.contexts, state.tree.context(at.node));
  }

  const std::vector<coverage::Goal>& goals_;
  model::Reachability ahead_;
  std::vector<std::uint32_t> wanted_;  // by EdgeId: uncovered goals that taking it covers
  bool every_branch_, dry_run_;
};

std::unique_ptr<Pruning> make(const PruningSetup& setup, std::string_view argument) {
  const bool every_branch = argument.starts_with("every-branch");
  if (every_branch) argument.remove_prefix(std::string_view("every-branch").size());
  if (every_branch && argument.starts_with(",")) argument.remove_prefix(1);
  if (!argument.empty() && argument != "dry-run") return nullptr;
  return std::make_unique<LookAhead>(setup, every_branch, argument == "dry-run");
}

const RegisteredPruning entry{{"look-ahead",
                               "leave out what leads to no uncovered goal; "
                               "look-ahead=every-branch looks at every branch, not only where it goes on",
                               make}};

}  // namespace
}  // namespace espalier::search
