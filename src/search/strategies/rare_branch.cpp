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
#include <algorithm>
#include <vector>

#include "search/ranked_frontier.h"
#include "search/strategy.h"
#include "search/way_back.h"

namespace espalier::search {
namespace {

class RareBranch final : public Strategy {
 public:
  [[nodiscard]] esp_telling telling() const override { return ESP_TELL_LATELY; }

  void begin(const State& state, const Options&) override { sides_.resize(state.program.edge_count()); }

  void added(const State& state, const Tree::Insertion& insertion) override {
    ++run_;
    for (std::size_t i = 0; i < insertion.nodes.size(); ++i) {
      for (const model::EdgeId side : passed_before(state, insertion.nodes[i])) count(side);
      count(side_after(state, insertion, i));
    }
    if (insertion.first_new == no_node) return;
    model::EdgeId rarest = nowhere;
    const auto pass = [&](model::EdgeId side) {
      if (rarest == nowhere || sides_[side].runs <= sides_[rarest].runs) rarest = side;
    };
    for (std::size_t i = 0; i < insertion.nodes.size(); ++i) {
      const NodeId node = insertion.nodes[i];
      std::ranges::for_each(passed_before(state, node), pass);
      if (node >= insertion.first_new) put(state, node, rarest);
      pass(side_after(state, insertion, i));
    }
  }

  void reopened(const State& state, NodeId node) override {
    model::EdgeId rarest = nowhere;
    WayBack way{node};
    while (const auto side = way.step(state))
      if (rarest == nowhere || sides_[*side].runs < sides_[rarest].runs) rarest = *side;
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

  void count(model::EdgeId side) {
    Side& taken = sides_[side];
    if (taken.last_run == run_) return;  // loops count once
    taken.last_run = run_;
    ++taken.runs;
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
