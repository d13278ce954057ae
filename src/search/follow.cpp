#include "search/follow.h"

#include <algorithm>

namespace espalier::search {
namespace {

using model::SiteKind;

class Walk {
 public:
  Walk(const State& state, const FlowGraph& flow, std::span<const Turn> turns, bool whole)
      : state_(state), tree_(state.tree), flow_(flow), turns_(turns), whole_(whole) {}

  Followed run() {
    if (turns_.empty() && !whole_) return {.state = Followed::State::Reached};
    if (tree_.size() == 0) return {};  // a run without any branch, and it is not this path
    constexpr std::size_t patience = 200'000;  // the ways through a library function may be many
    waiting_.push_back({0, 0});
    for (std::size_t visited = 0; !waiting_.empty(); ++visited) {
      if (reached_) return {.state = Followed::State::Reached};
      if (visited == patience) return {.state = Followed::State::Undecided, .stuck = deepest_};
      const auto [node, taken] = waiting_.back();
      waiting_.pop_back();
      visit(node, taken);
    }
    if (reached_) return {.state = Followed::State::Reached};
    if (best_) return {.state = Followed::State::Open, .next = best_};
    return {.state = undecided_ ? Followed::State::Undecided : Followed::State::Infeasible,
            .stuck = deepest_};
  }

 private:
  struct Position {
    NodeId node;
    std::size_t taken;  ///< turns so far
  };

  void visit(NodeId node, std::size_t taken) {
    const model::Site& site = tree_.site(node);
    const InstanceId owner = flow_.owner(site, tree_.context(node), state_.contexts);
    if (owner == no_instance) {
      // A check that fails ends the run.
      const std::uint32_t first = site.kind == SiteKind::Check ? 1 : 0;
      if (first == 1) stop(taken, tree_.exact(node));
      if (site.kind == SiteKind::Approximation) undecided_ = true;  // other values of what was pinned
      for (std::uint32_t side = first; side < site.count; ++side) look_at(node, side, taken, taken);
      return;
    }
    const Turn turn = taken < turns_.size() ? turns_[taken] : Turn{};
    if (turn.instance == owner && turn.edge >= site.first && turn.edge < site.first + site.count)
      look_at(node, turn.edge - site.first, taken, taken + 1);
    else
      stop(taken, false);  // control went a way that the graph does not show
  }

  void look_at(NodeId node, std::uint32_t side, std::size_t before, std::size_t after) {
    const Tree::Side& there = tree_.side(node, side);
    switch (there.state) {
      case SideState::Taken:
        if (after == turns_.size() && !whole_)
          reached_ = true;
        else if (there.child != no_node)
          waiting_.push_back({there.child, after});
        else  // the run ended here
          stop(after, there.end == Tree::End::Complete && tree_.exact(node));
        return;
      case SideState::Open:
        // The farther along the path the better; a turn of the path rather than a way to it.
        if (!best_ || std::pair(after, after - before) > best_at_) {
          best_ = FlipBranch{node, side};
          best_at_ = {after, after - before};
        }
        return;
      case SideState::Infeasible:
        return stop(before, true);
      case SideState::Determined:
        return stop(before, tree_.exact(node));
      case SideState::Unknown:
      case SideState::Pruned:
        return stop(before, false);
    }
  }

  /// Here it does not go on: turn `taken` is not taken.
  void stop(std::size_t taken, bool proved) {
    deepest_ = std::max(deepest_, taken);
    undecided_ |= !proved;
  }

  const State& state_;
  const Tree& tree_;
  const FlowGraph& flow_;
  std::span<const Turn> turns_;
  bool whole_;
  std::vector<Position> waiting_;
  bool reached_ = false;
  bool undecided_ = false;
  std::size_t deepest_ = 0;
  std::optional<FlipBranch> best_;
  std::pair<std::size_t, std::size_t> best_at_;
};

}  // namespace

Followed follow(const State& state, const FlowGraph& flow, std::span<const Turn> turns, bool whole) {
  return Walk(state, flow, turns, whole).run();
}

std::optional<std::size_t> stuck_turn(const execute::Path& forced, std::span<const Turn> turns,
                                      const model::Program& program, const FlowGraph& flow,
                                      const model::Contexts& contexts) {
  if (!forced.impossible_at ||
      forced.approximate_from.value_or(*forced.impossible_at + 1) <= *forced.impossible_at)
    return std::nullopt;
  std::size_t taken = 0;
  for (std::size_t i = 0; i <= *forced.impossible_at; ++i) {
    const execute::Step& step = forced.steps[i];
    const model::Site& site = program.site(step.edge);
    const InstanceId owner = flow.owner(site, forced.contexts[i], contexts);
    if (owner == no_instance) {
      // A concrete branch goes one way on this path; a check has only one way on.
      if (step.value && site.kind != SiteKind::Check) return std::nullopt;
      continue;
    }
    if (taken == turns.size() || turns[taken] != Turn{owner, step.edge}) return std::nullopt;
    if (i < *forced.impossible_at) ++taken;
  }
  return taken < turns.size() ? std::optional(taken) : std::nullopt;
}

std::vector<Turn> turns_of(const State& state, const FlowGraph& flow, const Tree::Insertion& run) {
  std::vector<Turn> turns;
  for (std::size_t i = 0; i < run.nodes.size(); ++i) {
    const NodeId node = run.nodes[i];
    const model::Site& site = state.tree.site(node);
    const InstanceId owner = flow.owner(site, state.tree.context(node), state.contexts);
    if (owner == no_instance) continue;
    turns.push_back({owner, site.first + state.tree.side_taken(run, i)});
  }
  return turns;
}

}  // namespace espalier::search
