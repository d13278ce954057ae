// Uniform random search: walks down the tree and tosses a coin at each choice point.
//
// All sides of a choice point that are taken or open are equally likely (Burnim and Sen, Heuristics for
// Scalable Dynamic Test Generation, ASE 2008; they have two sides).  Where the side is open it is solved for
// and run, and the walk goes on below it; when that was in vain, the coin is tossed again among the others.
// At the end of the path a new walk starts at the root.
//
// A walk that met nothing open has been through a part that is explored.  Then an open alternative of the
// whole tree is drawn, so that a step costs no more than one walk and the search ends when all is explored.
#include "search/frontier.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

class UniformRandom final : public Strategy {
 public:
  void added(const State& state, const Tree::Insertion& insertion) override {
    all_.add(state.tree, insertion);
  }

  void reopened(const State& state, NodeId node) override { all_.add(state.tree, node); }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    if (state.tree.size() == 0) return std::nullopt;
    if (aim_) {
      const Tree::Side& side = state.tree.side(aim_->node, aim_->side);
      at_ = side.state == SideState::Taken ? side.child : aim_->node;
      aim_.reset();
      if (const auto step = walk(state, rng)) return step;
    }
    at_ = 0;  // the first node of the first path
    if (const auto step = walk(state, rng)) return step;
    aim_ = all_.draw(state.tree, rng);
    if (!aim_) return std::nullopt;
    return *aim_;
  }

 private:
  std::optional<Step> walk(const State& state, Rng& rng) {
    while (at_ != no_node) {
      const std::uint32_t side = toss(state.tree, rng);
      if (state.tree.side(at_, side).state == SideState::Open) {
        aim_ = FlipBranch{at_, side};
        return *aim_;
      }
      at_ = state.tree.side(at_, side).child;
    }
    return std::nullopt;
  }

  /// One of the sides that are taken or open; there is one, since runs have come here.
  std::uint32_t toss(const Tree& tree, Rng& rng) const {
    const auto possible = [&](std::uint32_t side) {
      const SideState state = tree.side(at_, side).state;
      return state == SideState::Taken || state == SideState::Open;
    };
    const std::uint32_t count = tree.site(at_).count;
    std::uint32_t sides = 0;
    for (std::uint32_t side = 0; side < count; ++side) sides += possible(side);
    std::uint64_t left = sides == 1 ? 0 : rng.below(sides);
    std::uint32_t side = 0;
    while (!possible(side) || left-- != 0) ++side;
    return side;
  }

  NodeId at_ = 0;
  std::optional<FlipBranch> aim_;
  Frontier all_;
};

const Registered<UniformRandom> entry{"uniform-random",
                                      "a walk down the tree that tosses a coin at each choice"};

}  // namespace
}  // namespace espalier::search
