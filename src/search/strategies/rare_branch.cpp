// Search below rare branches, after FairFuzz (Lemieux and Sen, FairFuzz: A Targeted Mutation Strategy for
// Increasing Greybox Fuzz Testing Coverage, ASE 2018).
//
// What few runs have reached is where little is known.  So each alternative belongs to the rarest side on the
// way to it, the one that the fewest runs had taken when the alternative was found, and next is one that
// belongs to the side taken by the fewest runs by now.  A run that opens a new part of the program, be it by
// chance, is followed by others from there: all of its sides are rare.  As they are taken again and again
// they become as common as the rest.
//
// A question counts like a run, so that a side with nothing but infeasible alternatives does not hold up the
// search.
#include <vector>

#include "search/ranked_frontier.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

class RareBranch final : public Strategy {
 public:
  [[nodiscard]] esp_telling telling() const override { return ESP_TELL_LATELY; }

  void begin(const State& state, const Options&) override { sides_.resize(state.program.edge_count()); }

  void added(const State& state, const Tree::Insertion& insertion) override {
    ++run_;
    for (std::size_t i = 0; i < insertion.nodes.size(); ++i) {
      Side& taken = sides_[side_after(state, insertion, i)];
      if (taken.last_run == run_) continue;  // loops count once
      taken.last_run = run_;
      ++taken.runs;
    }
    if (insertion.first_new == no_node) return;
    model::EdgeId rarest = nowhere;
    for (std::size_t i = 0; i < insertion.nodes.size(); ++i) {
      const NodeId node = insertion.nodes[i];
      if (node >= insertion.first_new) put(state, node, rarest);
      const model::EdgeId side = side_after(state, insertion, i);
      if (rarest == nowhere || sides_[side].runs <= sides_[rarest].runs) rarest = side;
    }
  }

  void reopened(const State& state, NodeId node) override {
    model::EdgeId rarest = nowhere;
    for (NodeId below = node; state.tree.parent(below) != no_node; below = state.tree.parent(below)) {
      const model::EdgeId side =
          state.tree.site(state.tree.parent(below)).first + state.tree.parent_side(below);
      if (rarest == nowhere || sides_[side].runs < sides_[rarest].runs) rarest = side;
    }
    put(state, node, rarest);
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    const auto runs = [this](model::EdgeId edge) { return sides_[edge].runs; };
    return below_.draw(state.tree, rng, runs, [this](model::EdgeId edge) { ++sides_[edge].runs; });
  }

 private:
  struct Side {
    std::uint64_t runs = 0;
    std::uint64_t last_run = 0;
  };
  static constexpr model::EdgeId nowhere = ~model::EdgeId{0};

  static model::EdgeId side_after(const State& state, const Tree::Insertion& insertion, std::size_t i) {
    return state.tree.site(insertion.nodes[i]).first + state.tree.side_taken(insertion, i);
  }

  /// Alternatives before any branch belong to their own site.
  void put(const State& state, NodeId node, model::EdgeId rarest) {
    if (rarest == nowhere) rarest = state.tree.site(node).first;
    for (auto side = state.tree.open_side(node); side; side = state.tree.open_side(node, *side + 1))
      below_.add(rarest, {node, *side});
  }

  std::vector<Side> sides_;  // by EdgeId
  std::uint64_t run_ = 0;
  RankedFrontier below_;  // by EdgeId: alternatives that belong to it
};

const Registered<RareBranch> entry{"rare-branch", "alternatives below the sides that the fewest runs took"};

}  // namespace
}  // namespace espalier::search
