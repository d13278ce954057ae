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
// and only ever get farther.
#include <optional>
#include <vector>

#include "model/distances.h"
#include "search/campaign.h"
#include "search/ranked_frontier.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

class CfgDirected final : public Strategy {
 public:
  void begin(const State& state, const Options& options) override {
    distances_.emplace(state.program, options.root);
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
    for (auto side = state.tree.open_side(node); side; side = state.tree.open_side(node, *side + 1))
      alternatives_.add(first + *side, {node, *side});
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    if (asked_ && !successful_) ++in_vain_[*asked_];
    asked_.reset();
    if (stale_) measure(state);
    return alternatives_.draw(
        state.tree, rng, [this](model::EdgeId edge) { return distance(edge); },
        [this](model::EdgeId edge) {
          asked_ = edge;
          successful_ = false;
        });
  }

 private:
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
  RankedFrontier alternatives_;  // by EdgeId: where it is open
  std::optional<model::EdgeId> asked_;
  bool successful_ = false;
  bool stale_ = true;
};

const Registered<CfgDirected> entry{"cfg-directed", "the alternative nearest to an uncovered goal"};

}  // namespace
}  // namespace espalier::search
