// Fitness-guided search (Xie, Tillmann, de Halleux and Schulte, Fitness-Guided Path Exploration in Dynamic
// Symbolic Execution, DSN 2009).
//
// A side that no run has taken may be infeasible on every path so far and still come nearer from path to
// path, as when a loop has to go round often enough.  The fitness of a path is its branch distance to such a
// side: how much the operands of the comparison differ, the nearest side counting.  Flipping a branch may
// bring paths nearer: its gain is what that did, on average.  Next is the alternative for which fitness of
// the path less gain of the branch is least; ties are broken at random.
//
// Gains belong to sides of sites, so alternatives wait by side, the best path first, and a heap holds sides.
// Only the gain of the side just tried changes, so only that one is put into the heap again, and what it was
// before is known by its age.  A path whose nearest side was covered meanwhile counts as far away when its
// turn comes.
#include <cmath>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "search/campaign.h"
#include "search/strategy.h"
#include "solve/distance.h"

namespace espalier::search {
namespace {

constexpr double far = 2;            // more than any distance
constexpr double cost_in_vain = 1.0 / 64;  // what a try that covered nothing adds to the distance
constexpr model::EdgeId no_edge = ~model::EdgeId{0};

class FitnessGuided final : public Strategy {
 public:
  void begin(const State& state, const Options&) override { sides_.resize(state.program.edge_count()); }

  void added(const State& state, const Tree::Insertion& insertion) override {
    const Path path = measure(state, insertion);
    if (asked_) {
      Side& side = sides_[*asked_];
      ++side.flips;
      side.gained += asked_of_ - path.fitness;
      side.in_vain = state.gain > 0 ? 0 : side.in_vain + 1;
      refresh_.push_back(*asked_);
      asked_.reset();
    }
    if (insertion.first_new == no_node) return;
    path_ = path;
    for (NodeId node = insertion.first_new; node < state.tree.size(); ++node) reopened(state, node);
  }

  void reopened(const State& state, NodeId node) override {
    const model::EdgeId first = state.tree.site(node).first;
    for (auto side = state.tree.open_side(node); side; side = state.tree.open_side(node, *side + 1))
      put(first + *side, {state.covered[first + *side] ? path_ : Path{0, first + *side}, {node, *side}});
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    if (asked_) {  // there was no such input
      ++sides_[*asked_].flips;
      ++sides_[*asked_].in_vain;
      refresh_.push_back(*asked_);
      asked_.reset();
    }
    for (const model::EdgeId edge : refresh_) enter(edge, rng);
    refresh_.clear();
    while (!best_.empty()) {
      const Entry entry = best_.top();
      best_.pop();
      Side& side = sides_[entry.edge];
      if (entry.age != side.age || side.waiting.empty()) continue;
      const Alternative alternative = side.waiting.top();
      side.waiting.pop();
      const bool open =
          state.tree.side(alternative.flip.node, alternative.flip.side).state == SideState::Open;
      if (open && alternative.path.nearest != no_edge && state.covered[alternative.path.nearest])
        side.waiting.push({{far, no_edge}, alternative.flip});
      else if (open) {
        asked_ = entry.edge;
        asked_of_ = alternative.path.fitness;
        return alternative.flip;
      }
      enter(entry.edge, rng);
    }
    return std::nullopt;
  }

 private:
  struct Path {
    double fitness = far;
    model::EdgeId nearest = no_edge;
  };
  struct Alternative {
    Path path;
    FlipBranch flip;
    bool operator<(const Alternative& other) const {  // the fittest path on top
      if (path.fitness != other.path.fitness) return path.fitness > other.path.fitness;
      return flip.node > other.flip.node;  // then the oldest node: the most is still open below it
    }
  };
  struct Side {
    std::priority_queue<Alternative> waiting;
    double gained = 0;  // of all flips
    double flips = 0;
    double in_vain = 0;  // flips since one covered something new
    std::uint64_t age = 0;
    [[nodiscard]] double value() const {
      return waiting.top().path.fitness - (flips == 0 ? 0 : gained / flips) + cost_in_vain * in_vain;
    }
  };
  struct Entry {
    double value;
    std::uint64_t lot;
    model::EdgeId edge;
    std::uint64_t age;
    bool operator<(const Entry& other) const {  // the least on top
      return std::tie(value, lot, edge) > std::tie(other.value, other.lot, other.edge);
    }
  };

  /// A side in the heap is there with its best alternative.
  void put(model::EdgeId edge, const Alternative& alternative) {
    Side& side = sides_[edge];
    const bool better = side.waiting.empty() || side.waiting.top() < alternative;
    side.waiting.push(alternative);
    if (better) refresh_.push_back(edge);
  }

  void enter(model::EdgeId edge, Rng& rng) {
    Side& side = sides_[edge];
    ++side.age;
    if (side.waiting.empty()) return;
    best_.push({side.value(), rng.next(), edge, side.age});
  }

  /// The distance of the last run to the nearest side that no run has taken.
  Path measure(const State& state, const Tree::Insertion& insertion) {
    Path path;
    for (const NodeId node : insertion.nodes) {
      if (!state.tree.is_choice(node)) continue;
      const model::Site& site = state.tree.site(node);
      for (std::uint32_t side = 0; side < site.count; ++side) {
        if (state.covered[site.first + side]) continue;
        const double distance = distance_to(state, node, site, side);
        if (distance < path.fitness) path = {distance, site.first + side};
      }
    }
    return path;
  }

  double distance_to(const State& state, NodeId node, const model::Site& site, std::uint32_t side) {
    if (!tape_) tape_.emplace(*state.pool);
    const expr::Expr value = state.tree.value(node);
    tape_->load({&value, 1});
    solve::Valuation values(*tape_);
    values.start(*state.last.input);
    const solve::Tape::Position root = tape_->constraints().front();
    if (site.kind != model::SiteKind::Switch) return solve::distance(*tape_, values, root, side == 0);
    if (side >= site.values.size()) return 1;  // the default: nothing says how far
    const std::uint64_t now = values[root], wanted = site.values[side];
    return std::log2(1.0 + static_cast<double>(now > wanted ? now - wanted : wanted - now)) / 64;
  }

  std::vector<Side> sides_;  // by EdgeId
  std::priority_queue<Entry> best_;
  std::vector<model::EdgeId> refresh_;  // to be put into the heap, again
  Path path_;                           // that the newest nodes are of
  std::optional<model::EdgeId> asked_;
  double asked_of_ = far;  // fitness of the path that was left
  std::optional<solve::Tape> tape_;
};

const Registered<FitnessGuided> entry{
    "fitness", "the alternative of the path nearest to an uncovered side, by branch distance"};

}  // namespace
}  // namespace espalier::search
