// CarFast (Park et al., CarFast: Achieving Higher Statement Coverage Faster, FSE 2012).
//
// One path at a time; among its choice points with a side that no run has taken, the one that the most
// statements depend on goes first.  A path that has none gives way to the best such alternative of the whole
// tree, where the paper starts again from a random input; when there is none either, alternatives are drawn
// at random.
#include <algorithm>
#include <optional>
#include <queue>

#include "model/control_dependence.h"
#include "search/current_path.h"
#include "search/frontier.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

class CarFast final : public Strategy {
 public:
  void begin(const State& state, const Options&) override { dependence_.emplace(state.program); }

  void added(const State& state, const Tree::Insertion& insertion) override {
    rest_.add(state.tree, insertion);
    const bool moves = current_.moves(state);
    if (moves) here_ = {};
    for (const NodeId node : insertion.nodes) {
      const bool fresh = insertion.first_new != no_node && node >= insertion.first_new;
      if (!moves && !fresh) continue;
      for (const FlipBranch side : uncovered_sides(state, node)) {
        const Scored scored{dependence_->statements(edge(state, side)), side};
        if (moves) here_.push(scored);
        if (fresh) all_.push(scored);
      }
    }
  }

  void reopened(const State& state, NodeId node) override {
    rest_.add(state.tree, node);
    for (const FlipBranch side : uncovered_sides(state, node))
      all_.push({dependence_->statements(edge(state, side)), side});
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    std::optional<FlipBranch> best = pop(state, here_);
    if (!best) best = pop(state, all_);
    if (!best) best = rest_.draw(state.tree, rng);
    if (!best) return std::nullopt;
    return current_.aim(*best);
  }

 private:
  struct Scored {
    std::uint32_t statements;
    FlipBranch side;
    bool operator<(const Scored& other) const {  // the most statements on top, then the oldest node
      if (statements != other.statements) return statements < other.statements;
      return std::pair(side.node, side.side) > std::pair(other.side.node, other.side.side);
    }
  };
  using Heap = std::priority_queue<Scored>;

  static model::EdgeId edge(const State& state, FlipBranch side) {
    return state.tree.site(side.node).first + side.side;
  }
  static bool is_wanted(const State& state, FlipBranch side) {
    return state.tree.side(side.node, side.side).state == SideState::Open &&
           !state.covered[edge(state, side)];
  }
  static std::vector<FlipBranch> uncovered_sides(const State& state, NodeId node) {
    std::vector<FlipBranch> sides;
    for (std::uint32_t side = 0; side < state.tree.site(node).count; ++side)
      if (is_wanted(state, {node, side})) sides.push_back({node, side});
    return sides;
  }
  /// What was covered or closed meanwhile is dropped.
  static std::optional<FlipBranch> pop(const State& state, Heap& heap) {
    while (!heap.empty()) {
      const FlipBranch side = heap.top().side;
      heap.pop();
      if (is_wanted(state, side)) return side;
    }
    return std::nullopt;
  }

  std::optional<model::ControlDependence> dependence_;
  CurrentPath current_;
  Heap here_;      // of the current path
  Heap all_;       // of the tree
  Frontier rest_;  // of the tree, covered sides too
};

const Registered<CarFast> entry{"carfast",
                                "the uncovered side of the current path that decides about the most code"};

}  // namespace
}  // namespace espalier::search
