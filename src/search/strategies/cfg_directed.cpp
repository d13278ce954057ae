// Search directed by the control-flow graph: the alternative nearest to an uncovered goal.
//
// The distance is the number of branches that have to go the right way behind the alternative (Burnim and
// Sen, Heuristics for Scalable Dynamic Test Generation, ASE 2008).  Ties are broken at random.  Distances are
// measured again whenever a run covered something new.
//
// A goal that cannot be reached would draw all effort to itself, for as long as loops bring new alternatives
// near it.  So each time a side was asked for in vain counts as one more branch for all alternatives that
// take the same side.
//
// So the distance belongs to the side of a site, whatever the path to it: alternatives wait by site and side,
// and a heap holds only sides, as many as the program has at most.  Distances only ever grow, hence the heap
// needs no repair: a side that comes out of it goes back if it is farther now, and else it is the nearest of
// all.
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "model/distances.h"
#include "search/campaign.h"
#include "search/frontier.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

class CfgDirected final : public Strategy {
 public:
  void begin(const State& state, const Options& options) override {
    distances_.emplace(state.program, options.root);
    alternatives_.resize(state.program.edge_count());
    wanted_.resize(state.program.edge_count());
    in_vain_.resize(state.program.edge_count());
  }

  void added(const State& state, const Tree::Insertion& insertion) override {
    stale_ |= state.gain > 0;
    successful_ |= state.gain > 0;
    if (insertion.first_new == no_node) return;
    for (NodeId node = insertion.first_new; node < state.tree.size(); ++node) reopened(state, node);
  }

  void reopened(const State& state, NodeId node) override {
    const model::EdgeId first = state.tree.site(node).first;
    for (auto side = state.tree.open_side(node); side; side = state.tree.open_side(node, *side + 1)) {
      if (alternatives_[first + *side].empty()) fresh_.push_back(first + *side);
      alternatives_[first + *side].add({node, *side});
    }
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    if (asked_ && !successful_) ++in_vain_[*asked_];
    asked_.reset();
    if (stale_) measure(state);
    for (const model::EdgeId edge : fresh_) nearest_.push({distance(edge), rng.next(), edge});
    fresh_.clear();
    while (!nearest_.empty()) {
      const Entry entry = nearest_.top();
      nearest_.pop();
      Frontier& alternatives = alternatives_[entry.edge];
      const std::uint64_t now = distance(entry.edge);
      if (now != entry.distance) {
        nearest_.push({now, rng.next(), entry.edge});
        continue;
      }
      const std::optional<FlipBranch> drawn = alternatives.draw(state.tree, rng);
      if (!alternatives.empty()) nearest_.push({now, rng.next(), entry.edge});
      if (!drawn) continue;
      asked_ = entry.edge;
      successful_ = false;
      return *drawn;
    }
    return std::nullopt;
  }

 private:
  struct Entry {
    std::uint64_t distance;
    std::uint64_t lot;
    model::EdgeId edge;
    bool operator<(const Entry& other) const {  // the nearest on top
      return std::tie(distance, lot, edge) > std::tie(other.distance, other.lot, other.edge);
    }
  };

  [[nodiscard]] std::uint64_t distance(model::EdgeId edge) const {
    return (wanted_[edge] ? 0 : std::uint64_t{distances_->from(edge)}) + in_vain_[edge];
  }

  void measure(const State& state) {
    stale_ = false;
    wanted_.assign(wanted_.size(), false);
    std::vector<model::Vertex> targets;
    const model::ControlFlow& flow = distances_->flow();
    for (coverage::GoalId id = 0; id < state.goals.size(); ++id) {
      if (state.covered_goals[id]) continue;
      const coverage::Goal& goal = state.goals[id];
      for (const model::EdgeId edge : goal.edges) {
        wanted_[edge] = true;
        if (flow.side(edge) != model::no_vertex) targets.push_back(flow.side(edge));
      }
      if (!goal.edges.empty()) continue;
      for (const model::BlockId block : goal.blocks) targets.push_back(flow.block(goal.function, block));
    }
    distances_->measure(targets);
  }

  std::optional<model::Distances> distances_;
  std::vector<bool> wanted_;  // by EdgeId: to take it covers a goal
  std::vector<std::uint32_t> in_vain_;  // by EdgeId: it was asked for and nothing new was covered
  std::vector<Frontier> alternatives_;  // by EdgeId: where it is open
  std::vector<model::EdgeId> fresh_;  // not in the heap yet; it holds all others that have alternatives
  std::priority_queue<Entry> nearest_;
  std::optional<model::EdgeId> asked_;
  bool successful_ = false;
  bool stale_ = true;
};

const Registered<CfgDirected> entry{"cfg-directed", "the alternative nearest to an uncovered goal"};

}  // namespace
}  // namespace espalier::search
