// Depth-first search, last choice point first.
//
// The base procedure of path-based test generation: after a run, its last choice point with an
// untried side is flipped, and everything below the new side is explored before going further
// up.  The stack holds the nodes of the current path that were new when a run reached them;
// sides are only ever closed, so each entry looks at each of its sides once.
#include <vector>

#include "search/strategy.h"

namespace espalier::search {
namespace {

class DepthFirst final : public Strategy {
 public:
  void added(const State& state, const Tree::Insertion& insertion) override {
    if (insertion.first_new == no_node) return;
    for (NodeId node = insertion.first_new; node < state.tree.size(); ++node)
      if (state.tree.open_side(node)) stack_.push_back({node, 0});
  }

  void reopened(const State&, NodeId node) override { stack_.push_back({node, 0}); }

  std::optional<Step> propose(const State& state, Rng&) override {
    while (!stack_.empty()) {
      Entry& last = stack_.back();
      if (const auto side = state.tree.open_side(last.node, last.next_side)) {
        last.next_side = *side + 1;
        return FlipBranch{last.node, *side};
      }
      stack_.pop_back();
    }
    return std::nullopt;
  }

 private:
  struct Entry {
    NodeId node;
    std::uint32_t next_side;  // sides before it are closed or were proposed
  };
  std::vector<Entry> stack_;
};

const Registered<DepthFirst> entry{"dfs", "depth first, last choice point first"};

}  // namespace
}  // namespace espalier::search
