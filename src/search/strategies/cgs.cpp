// Context-guided search (Seo and Kim, How We Get There: A Context-Guided Search Strategy in Concolic
// Testing, FSE 2014).
//
// The same branch is worth trying again where it is reached in another way.  The k-context of an alternative
// is the alternative and the k-1 branches before it on its path, leaving out those that dominate it: every
// path goes through them, so they tell nothing.  The tree is traversed breadth first, the alternatives of one
// depth in random order, and one is tried only if its k-context is new.  Then k grows and the traversal
// starts at the top again, with what was passed over.
//
// With k = 1 each branch is tried once; with all of the path as context, every alternative is: breadth-first
// search.  That comes last, after the largest k, so that nothing is left out in the end.
//
// Two decisions that the paper leaves open.  An earlier occurrence of the alternative itself counts: that
// a loop was taken before does tell something.  That a check was fine does not count: every run that goes
// on has passed it.  Of the concrete branches between two symbolic ones the last ESP_LATELY are known.
//
// Cost: an alternative is looked at once for each k.  It keeps its context and where it was read from, so
// that a larger k only reads on, and all the readings of one alternative together walk up its path once.
#include <optional>
#include <unordered_set>
#include <vector>

#include "model/dominators.h"
#include "search/campaign.h"
#include "search/strategy.h"
#include "search/way_back.h"

namespace espalier::search {
namespace {

class ContextGuided final : public Strategy {
 public:
  [[nodiscard]] esp_telling telling() const override { return ESP_TELL_LATELY; }

  void begin(const State& state, const Options& options) override {
    k_ = options.context.start;
    last_k_ = options.context.max;
    if (options.context.fixed != 0) k_ = last_k_ = options.context.fixed;
    if (options.context.dominators) dominators_.emplace(state.program, options.root);
  }

  void added(const State& state, const Tree::Insertion& insertion) override {
    if (insertion.first_new == no_node) return;
    for (NodeId node = insertion.first_new; node < state.tree.size(); ++node) look_at_sides(state, node);
  }

  void reopened(const State& state, NodeId node) override { look_at_sides(state, node); }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    constexpr int a_while = 10'000;
    for (int i = 0; i < a_while; ++i) {
      while (depth_ < levels_.size() && levels_[depth_].empty()) ++depth_;
      if (depth_ == levels_.size()) {
        if (passed_over_.empty()) return std::nullopt;
        start_again(state);
        continue;
      }
      Alternative chosen = take_one(levels_[depth_], rng);
      if (state.tree.side(chosen.node, chosen.side).state != SideState::Open) continue;
      if (is_new(state, chosen)) return FlipBranch{chosen.node, chosen.side};
      passed_over_.push_back(chosen);
    }
    return TryInputs{};  // lets the campaign look at its limits
  }

 private:
  struct Alternative {
    NodeId node;
    std::uint32_t side;
    WayBack read;  // its context was read up to here
    std::uint32_t length;  // of the context
    std::uint64_t context;  // a hash; two that collide put one alternative off, no more
  };

  void look_at_sides(const State& state, NodeId node) {
    for (auto side = state.tree.open_side(node); side; side = state.tree.open_side(node, *side + 1)) {
      const Alternative alternative{node, *side, {node}, 1, mix(0, state.tree.site(node).first + *side)};
      // A run that went elsewhere may add alternatives above: they wait for the next traversal.
      if (state.tree.depth(node) < depth_)
        passed_over_.push_back(alternative);
      else
        put(state, alternative);
    }
  }

  void put(const State& state, const Alternative& alternative) {
    const std::uint32_t depth = state.tree.depth(alternative.node);
    if (depth >= levels_.size()) levels_.resize(depth + 1);
    levels_[depth].push_back(alternative);
  }

  static Alternative take_one(std::vector<Alternative>& level, Rng& rng) {
    std::swap(level[rng.below(level.size())], level.back());
    const Alternative chosen = level.back();
    level.pop_back();
    return chosen;
  }

  void start_again(const State& state) {
    ++k_;
    depth_ = 0;
    levels_.clear();
    for (const Alternative& alternative : passed_over_) put(state, alternative);
    passed_over_.clear();
  }

  bool is_new(const State& state, Alternative& alternative) {
    if (k_ > last_k_) return true;
    const model::EdgeId own = state.tree.site(alternative.node).first + alternative.side;
    while (alternative.length < k_) {
      const std::optional<model::EdgeId> side = alternative.read.step(state);
      if (!side) break;
      if (!counts(state, *side, own)) continue;
      alternative.context = mix(alternative.context, *side);
      ++alternative.length;
    }
    return taken_.insert(alternative.context).second;
  }

  [[nodiscard]] bool counts(const State& state, model::EdgeId side, model::EdgeId own) const {
    return is_turn(state, side) && (!dominators_ || !dominators_->dominates(side, own));
  }

  static std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
    return hash * 0xff51afd7ed558ccd;
  }

  std::uint32_t k_ = 1;
  std::uint32_t last_k_ = 5;
  std::optional<model::Dominators> dominators_;
  std::size_t depth_ = 0;  // of the traversal
  std::vector<std::vector<Alternative>> levels_;  // by depth: still to be visited in this traversal
  std::vector<Alternative> passed_over_;  // for the next one
  std::unordered_set<std::uint64_t> taken_;  // contexts, of any k
};

const Registered<ContextGuided> entry{"cgs", "breadth first, a branch again only where its context is new"};

}  // namespace
}  // namespace espalier::search
