#pragma once

#include <optional>
#include <vector>

#include "search/strategy.h"

namespace espalier::search {

/// Open sides to draw from, uniformly and without replacement.  Sides are closed behind its back, so a drawn
/// one that is not open any more is dropped: each is looked at once, whatever the size of the tree.
class Frontier {
 public:
  /// Its open sides.
  void add(const Tree& tree, NodeId node) {
    for (auto side = tree.open_side(node); side; side = tree.open_side(node, *side + 1))
      sides_.push_back({node, *side});
  }
  /// The open sides of what a run brought.
  void add(const Tree& tree, const Tree::Insertion& insertion) {
    if (insertion.first_new == no_node) return;
    for (NodeId node = insertion.first_new; node < tree.size(); ++node) add(tree, node);
  }
  void add(FlipBranch side) { sides_.push_back(side); }
  [[nodiscard]] bool empty() const { return sides_.empty(); }
  void clear() { sides_.clear(); }

  /// An open side, which is not drawn again unless it is added again.
  std::optional<FlipBranch> draw(const Tree& tree, Rng& rng) {
    while (!sides_.empty()) {
      std::swap(sides_[rng.below(sides_.size())], sides_.back());
      const FlipBranch drawn = sides_.back();
      sides_.pop_back();
      if (tree.side(drawn.node, drawn.side).state == SideState::Open) return drawn;
    }
    return std::nullopt;
  }

 private:
  std::vector<FlipBranch> sides_;
};

}  // namespace espalier::search
