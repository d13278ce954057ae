// Generational search (Godefroid, Levin and Molnar, Automated Whitebox Fuzz Testing, NDSS 2008; SAGE).
//
// One symbolic execution pays for many runs: all alternatives of a path are solved and run at once, which
// gives a generation of new paths.  The next to be expanded is the path whose run was the first to take the
// most sides.  A child is expanded only below the branch that it was made from, here: in the part that was
// new in the tree, so that no alternative is tried twice.
#include <queue>

#include "search/strategy.h"

namespace espalier::search {
namespace {

class Generational final : public Strategy {
 public:
  void added(const State& state, const Tree::Insertion& insertion) override {
    if (insertion.first_new == no_node) return;
    paths_.push({state.gain, insertion.first_new, static_cast<NodeId>(state.tree.size())});
  }

  void reopened(const State&, NodeId node) override { paths_.push({0, node, node + 1}); }

  std::optional<Step> propose(const State& state, Rng&) override {
    for (;;) {
      for (; current_.node < current_.end; ++current_.node)
        if (const auto side = state.tree.open_side(current_.node)) return FlipBranch{current_.node, *side};
      if (paths_.empty()) return std::nullopt;
      current_ = paths_.top();
      paths_.pop();
    }
  }

 private:
  /// The nodes that a run added to the tree.
  struct Path {
    std::uint32_t gain = 0;
    NodeId node = 0;  // those before it are done
    NodeId end = 0;
    bool operator<(const Path& other) const {  // the largest gain on top, then the oldest
      return gain != other.gain ? gain < other.gain : node > other.node;
    }
  };
  Path current_;
  std::priority_queue<Path> paths_;
};

const Registered<Generational> entry{"generational",
                                     "all alternatives of the path that covered the most new (SAGE)"};

}  // namespace
}  // namespace espalier::search
