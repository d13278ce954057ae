// Random branch search: one path at a time, and a choice point of it drawn at random.
//
// Choice points of the current path are drawn uniformly, without replacement, until the run for one covers
// something new or goes where it was meant to; then its path is the current one (Burnim and Sen, Heuristics
// for Scalable Dynamic Test Generation, ASE 2008).  A path of which nothing is left gives way to the
// alternative of any path, drawn as uniformly, so that the search ends only when all is explored.
#include "search/current_path.h"
#include "search/frontier.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

class RandomBranch final : public Strategy {
 public:
  void added(const State& state, const Tree::Insertion& insertion) override {
    all_.add(state.tree, insertion);
    if (!current_.moves(state)) return;
    here_.clear();
    for (const NodeId node : insertion.nodes) here_.add(state.tree, node);
  }

  void reopened(const State& state, NodeId node) override { all_.add(state.tree, node); }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    std::optional<FlipBranch> drawn = here_.draw(state.tree, rng);
    if (!drawn) drawn = all_.draw(state.tree, rng);
    if (!drawn) return std::nullopt;
    return current_.aim(*drawn);
  }

 private:
  CurrentPath current_;
  Frontier here_;  // of the current path
  Frontier all_;   // of the tree
};

const Registered<RandomBranch> entry{"random-branch", "an alternative of the current path, drawn at random"};

}  // namespace
}  // namespace espalier::search
