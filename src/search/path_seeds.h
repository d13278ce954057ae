#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "expr/expr.h"
#include "paths/k_shortest.h"
#include "search/campaign.h"
#include "search/flow.h"
#include "search/strategy.h"

namespace espalier::search {

/// Paths through uncovered goals, those with the fewest branches first (Yates and Malevris, Reducing the
/// Effects of Infeasible Paths in Branch Testing, 1989): every branch is a condition that may contradict
/// another, so short paths are the likeliest to be feasible.
///
///     seeds.begin_round(state);                       // one more path for each goal
///     while (auto flip = seeds.next(state)) ...       // brings a run closer to one of them
///
/// A path is followed in the execution tree, one divergence at a time, as `draw` does, up to its goal.
class PathSeeds {
 public:
  /// Before the first run.
  void begin(const State& state, const Options& options);
  /// The unit's graph could be made.
  [[nodiscard]] bool possible() const { return graph_.has_value(); }

  void begin_round(const State& state);
  /// nullopt: what could be tried in this round was.
  std::optional<FlipBranch> next(const State& state);
  /// No goal that is left has another path.
  [[nodiscard]] bool exhausted() const { return exhausted_; }

  /// What the tree knows of the paths to a goal so far.
  struct Known {
    std::vector<expr::Expr> common;   ///< conditions that all of them have
    std::vector<expr::Expr> any;      ///< those that any of them has
    bool complete = false;            ///< nothing of any path is unknown
  };
  [[nodiscard]] Known known(const State& state, coverage::GoalId goal) const;

 private:
  struct Wanted {
    std::unique_ptr<paths::ShortestPaths> paths;
    std::vector<std::vector<Turn>> turns;  ///< of each path so far, up to the goal
    bool over = false;                     ///< there are no more
  };
  Wanted& wanted(const State& state, coverage::GoalId goal);

  std::optional<FlowGraph> flow_;
  std::optional<paths::Graph> graph_;
  std::vector<std::uint32_t> costs_;  // by edge of the graph: 1 for a turn
  std::map<coverage::GoalId, Wanted> wanted_;
  std::vector<coverage::GoalId> round_;  // goals whose newest path is to be followed
  std::uint32_t asked_ = 0;              // for the first of them
  bool exhausted_ = false;
};

}  // namespace espalier::search
