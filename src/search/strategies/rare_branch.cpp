// Search below rare branches, after FairFuzz (Lemieux and Sen, FairFuzz: A Targeted Mutation Strategy for
// Increasing Greybox Fuzz Testing Coverage, ASE 2018).
//
// What few runs have reached is where little is known.  So each alternative belongs to the rarest side on the
// way to it, the one that the fewest runs had taken when the alternative was found, and next is one that
// belongs to the side taken by the fewest runs by now.  A run that opens a new part of the program, be it by
// chance, is followed by others from there: all of its sides are rare.  As they are taken again and again
// they become as common as the rest.
//
// Counts only ever grow: a side that comes out of the heap goes back if it was taken more often since.
// A question counts like a run, so that a side with nothing but infeasible alternatives does not hold up the
// search.
#include <queue>
#include <tuple>
#include <vector>

#include "search/frontier.h"
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
    for (const model::EdgeId edge : fresh_) rarest_.push({sides_[edge].runs, rng.next(), edge});
    fresh_.clear();
    while (!rarest_.empty()) {
      const auto [runs, lot, edge] = rarest_.top();
      rarest_.pop();
      Side& side = sides_[edge];
      if (side.runs != runs) {
        rarest_.push({side.runs, rng.next(), edge});
        continue;
      }
      const std::optional<FlipBranch> drawn = side.below.draw(state.tree, rng);
      if (drawn) ++side.runs;
      side.waiting = !side.below.empty();
      if (side.waiting) rarest_.push({side.runs, rng.next(), edge});
      if (drawn) return *drawn;
    }
    return std::nullopt;
  }

 private:
  struct Side {
    std::uint64_t runs = 0;
    std::uint64_t last_run = 0;
    bool waiting = false;  // in the heap, or to be put there
    Frontier below;  // alternatives that belong to it
  };
  using Entry = std::tuple<std::uint64_t, std::uint64_t, model::EdgeId>;
  static constexpr model::EdgeId nowhere = ~model::EdgeId{0};

  static model::EdgeId side_after(const State& state, const Tree::Insertion& insertion, std::size_t i) {
    const bool last = i + 1 == insertion.nodes.size();
    return state.tree.site(insertion.nodes[i]).first +
           (last ? insertion.last_side : state.tree.parent_side(insertion.nodes[i + 1]));
  }

  /// Alternatives before any branch belong to their own site.
  void put(const State& state, NodeId node, model::EdgeId rarest) {
    if (rarest == nowhere) rarest = state.tree.site(node).first;
    for (auto side = state.tree.open_side(node); side; side = state.tree.open_side(node, *side + 1)) {
      sides_[rarest].below.add({node, *side});
      if (!sides_[rarest].waiting) fresh_.push_back(rarest);
      sides_[rarest].waiting = true;
    }
  }

  std::vector<Side> sides_;  // by EdgeId
  std::uint64_t run_ = 0;
  std::vector<model::EdgeId> fresh_;  // not in the heap yet
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> rarest_;
};

const Registered<RareBranch> entry{"rare-branch", "alternatives below the sides that the fewest runs took"};

}  // namespace
}  // namespace espalier::search
