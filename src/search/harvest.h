#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "search/frontier.h"
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
    places_.resize(state.program.edge_count());
    for (const coverage::Goal& goal : state.goals)
      for (const model::EdgeId edge : goal.edges) places_[edge].wanted = true;
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
      if (!places_[edge].wanted || state.covered[edge]) continue;
      places_[edge].open.add({node, *side});
      if (!places_[edge].waiting) fresh_.push_back(edge);
      places_[edge].waiting = true;
    }
  }

  std::optional<FlipBranch> question(const State& state, Rng& rng) {
    if (allowed_ == 0) return std::nullopt;
    for (const model::EdgeId edge : fresh_) next_.push({places_[edge].asked, rng.next(), edge});
    fresh_.clear();
    while (!next_.empty()) {
      const model::EdgeId edge = std::get<2>(next_.top());
      next_.pop();
      Places& places = places_[edge];
      if (state.covered[edge]) places.open.clear();
      const std::optional<FlipBranch> drawn = places.open.draw(state.tree, rng);
      if (drawn) ++places.asked;
      places.waiting = !places.open.empty();
      if (places.waiting) next_.push({places.asked, rng.next(), edge});
      if (!drawn) continue;
      --allowed_;
      return drawn;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint64_t questions_of_a_run = 4;

  /// Where a side is open.
  struct Places {
    bool wanted = false;
    bool waiting = false;  // in the heap, or to be put there
    std::uint32_t asked = 0;
    Frontier open;
  };
  using Lot = std::uint64_t;
  using Entry = std::tuple<std::uint32_t, Lot, model::EdgeId>;

  std::vector<Places> places_;  // by EdgeId
  std::vector<model::EdgeId> fresh_;  // not in the heap yet
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> next_;  // the fewest questions on top
  std::uint64_t allowed_ = 64;  // questions
};

}  // namespace espalier::search
