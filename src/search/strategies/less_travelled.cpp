// Subpath-guided search (Li, Su, Wang and Li, Steering Symbolic Execution to Less Traveled Paths, OOPSLA
// 2013).
//
// Runs spread when they are steered to where few have been.  Counted are subpaths: sequences of a fixed
// number of branches in a row, whatever came before.  Next is an alternative whose own subpath, which ends
// with the alternative, was run the fewest times; ties are broken at random.
//
// Alternatives with the same subpath share its count, so they wait together.
// Against a subpath whose alternatives are all infeasible, a question counts like a run.
#include <optional>
#include <unordered_map>
#include <vector>

#include "search/ranked_frontier.h"
#include "search/strategy.h"
#include "search/way_back.h"

namespace espalier::search {
namespace {

// Subpaths that end with a concrete side are not counted: no alternative has one.
constexpr std::uint32_t length = 4;  // the paper takes 1 to 4; longer ones tell more paths apart

class LessTravelled final : public Strategy {
 public:
  [[nodiscard]] esp_telling telling() const override { return ESP_TELL_LATELY; }

  void added(const State& state, const Tree::Insertion& insertion) override {
    for (std::size_t i = 0; i < insertion.nodes.size(); ++i) {
      const NodeId node = insertion.nodes[i];
      ++runs_[subpath(state, node, state.tree.side_taken(insertion, i))];
      if (insertion.first_new != no_node && node >= insertion.first_new) reopened(state, node);
    }
  }

  void reopened(const State& state, NodeId node) override {
    for (auto side = state.tree.open_side(node); side; side = state.tree.open_side(node, *side + 1))
      alternatives_.add(subpath(state, node, *side), {node, *side});
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    const auto runs = [this](std::uint32_t number) { return runs_[number]; };
    return alternatives_.draw(state.tree, rng, runs, [this](std::uint32_t number) { ++runs_[number]; });
  }

 private:
  /// The number of the subpath that ends with this side.  Every run asks for all of its sides.
  std::uint32_t subpath(const State& state, NodeId node, std::uint32_t side) {
    const std::uint32_t number = state.tree.number(node, side);
    if (number >= of_sides_.size()) of_sides_.resize(number + 1, unknown);
    if (of_sides_[number] == unknown) of_sides_[number] = find_subpath(state, node, side);
    return of_sides_[number];
  }

  std::uint32_t find_subpath(const State& state, NodeId node, std::uint32_t side) {
    std::uint64_t hash = 0;
    const auto mix = [&hash](model::EdgeId taken) {
      hash ^= taken + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
      hash *= 0xff51afd7ed558ccd;
    };
    mix(state.tree.site(node).first + side);
    WayBack way{node};
    for (std::uint32_t branches = 1; branches < length;) {
      const auto taken = way.step(state);
      if (!taken) break;
      if (!is_turn(state, *taken)) continue;
      mix(*taken);
      ++branches;
    }
    const auto [found, fresh] = numbers_.try_emplace(hash, static_cast<std::uint32_t>(runs_.size()));
    if (fresh) runs_.push_back(0);
    return found->second;
  }

  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  std::vector<std::uint32_t> of_sides_;  // by the number of a side: its subpath
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of subpaths, by hash
  std::vector<std::uint64_t> runs_;  // by subpath
  RankedFrontier alternatives_;  // by the subpath that they end
};

const Registered<LessTravelled> entry{"less-travelled",
                                      "the alternative behind the branches that the fewest runs took"};

}  // namespace
}  // namespace espalier::search
