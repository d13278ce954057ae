#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/ranked_frontier.h"
#include "search/strategy.h"

namespace espalier::search {

/// Sides that cover a goal and that no run took, where paths pass them: an answer is sure to cover something.
///
///     if (const auto question = harvest.question(state, rng)) return *question;
///     ...                                                                       // then what is less sure
///
/// Of a side that was asked for in vain many places may be left, of one that cannot be reached as many as
/// loops bring.  So the side that was asked for the fewest times is next, and for every run there are so many
/// questions and no more.
class Harvest {
 public:
  void begin(const State& state) {
    asked_.resize(state.program.edge_count());
    wanted_.resize(state.program.edge_count());
    for (const coverage::Goal& goal : state.goals)
      for (const model::EdgeId edge : goal.edges) wanted_[edge] = true;
  }

  void added(const State& state, const Tree::Insertion& insertion) {
    allowed_ += questions_of_a_run;
    if (insertion.first_new == no_node) return;
    for (NodeId node = insertion.first_new; node < state.tree.size(); ++node) reopened(state, node);
  }

  void reopened(const State& state, NodeId node) {
    const model::EdgeId first = state.tree.site(node).first;
    for (auto side = state.tree.open_side(node); side; side = state.tree.open_side(node, *side + 1)) {
      const model::EdgeId edge = first + *side;
      if (wanted_[edge] && !state.covered[edge]) open_.add(edge, {node, *side});
    }
  }

  std::optional<FlipBranch> question(const State& state, Rng& rng) {
    if (allowed_ == 0) return std::nullopt;
    return open_.draw(
        state.tree, rng,
        [&](model::EdgeId edge) {
          return state.covered[edge] ? std::nullopt : RankedFrontier::Rank(asked_[edge]);
        },
        [&](model::EdgeId edge) {
          ++asked_[edge];
          --allowed_;
        });
  }

 private:
  static constexpr std::uint64_t questions_of_a_run = 4;

  std::vector<bool> wanted_;  // by EdgeId: it covers a goal
  std::vector<std::uint32_t> asked_;  // by EdgeId: how often
  RankedFrontier open_;  // by EdgeId
  std::uint64_t allowed_ = 64;  // questions
};

}  // namespace espalier::search
