// Depth-first search that solves the alternatives of a path at once (Bardin and Herrmann, Pruning the
// Search Space in Path-based Test Generation, ICST 2009, section 5).
//
// Plain depth-first search asks for the longest prefixes first, and what lies far from the first path
// comes last.  Here all alternatives of a new path are solved and run as soon as the path is known,
// the shortest prefixes first: they are simpler, and they spread over the whole unit.  What these runs
// find below the alternatives is kept and explored only on backtracking, the deepest first, as depth-first
// search does.  The paper runs each answer twice, for its coverage and again on backtracking; here
// the tree keeps the path of the first run.
#include <vector>

#include "search/strategy.h"

namespace espalier::search {
namespace {

class SolveFirst final : public Strategy {
 public:
  void added(const State& state, const Tree::Insertion& insertion) override {
    if (insertion.first_new == no_node) return;
    const Part part{insertion.first_new, static_cast<NodeId>(state.tree.size())};
    if (levels_.empty())
      levels_.push_back({part, part.first, 0, {}});
    else
      levels_.back().kept.push_back(part);
  }

  void reopened(const State&, NodeId node) override {
    levels_.insert(levels_.begin(), {{node, node + 1}, node, 0, {}});
  }

  std::optional<Step> propose(const State& state, Rng&) override {
    while (!levels_.empty()) {
      Level& level = levels_.back();
      for (; level.node < level.part.end; ++level.node, level.next_side = 0)
        if (const auto side = state.tree.open_side(level.node, level.next_side)) {
          level.next_side = *side + 1;
          return FlipBranch{level.node, *side};
        }
      if (level.kept.empty()) {
        levels_.pop_back();
        continue;
      }
      const Part deepest = level.kept.back();
      level.kept.pop_back();
      levels_.push_back({deepest, deepest.first, 0, {}});
    }
    return std::nullopt;
  }

 private:
  /// The nodes that one run added to the tree.
  struct Part {
    NodeId first, end;
  };
  /// A path being expanded, and what was found beside it.
  struct Level {
    Part part;
    NodeId node;              // those before it are solved
    std::uint32_t next_side;  // of it
    std::vector<Part> kept;   // in the order of solving: the deepest last
  };
  std::vector<Level> levels_;
};

const Registered<SolveFirst> entry{"solve-first",
                                   "depth first, but all alternatives of a new path are solved at once"};

}  // namespace
}  // namespace espalier::search
