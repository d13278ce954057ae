// Breadth-first search: the shallowest open alternative, the oldest first.
//
// Nodes wait in one list for each depth.  Runs add nodes below the side they were made for, so the least
// depth with anything left only grows, but for runs that went elsewhere.
#include <algorithm>
#include <vector>

#include "search/strategy.h"

namespace espalier::search {
namespace {

class BreadthFirst final : public Strategy {
 public:
  void added(const State& state, const Tree::Insertion& insertion) override {
    if (insertion.first_new == no_node) return;
    for (NodeId node = insertion.first_new; node < state.tree.size(); ++node)
      if (state.tree.open_side(node)) put(state, node);
  }

  void reopened(const State& state, NodeId node) override { put(state, node); }

  std::optional<Step> propose(const State& state, Rng&) override {
    for (; depth_ < levels_.size(); ++depth_) {
      Level& level = levels_[depth_];
      for (; level.next < level.nodes.size(); ++level.next)
        if (const auto side = state.tree.open_side(level.nodes[level.next]))
          return FlipBranch{level.nodes[level.next], *side};
      level = {};
    }
    return std::nullopt;
  }

 private:
  struct Level {
    std::vector<NodeId> nodes;
    std::size_t next = 0;  // those before it are closed
  };

  void put(const State& state, NodeId node) {
    const std::size_t depth = state.tree.depth(node);
    if (depth >= levels_.size()) levels_.resize(depth + 1);
    levels_[depth].nodes.push_back(node);
    depth_ = std::min(depth_, depth);
  }

  std::vector<Level> levels_;
  std::size_t depth_ = 0;
};

const Registered<BreadthFirst> entry{"bfs", "breadth first, the shallowest alternative first"};

}  // namespace
}  // namespace espalier::search
