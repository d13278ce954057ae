#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/input.h"
#include "base/rng.h"
#include "coverage/criterion.h"
#include "evolve/judge.h"
#include "search/tree.h"

namespace espalier::search {

/// Solve for a side of a node and run the answer.
struct FlipBranch {
  NodeId node;
  std::uint32_t side;
};
/// Run the unit along these sides whatever the values say, solve for all of them at once, run the answer.
struct FollowPath {
  std::vector<model::EdgeId> edges;
  NodeId from;  ///< where the path leaves the tree: the forced run starts from an input that gets there
};
/// Run these inputs as they are.
struct TryInputs {
  std::vector<Input> inputs;
};
using Step = std::variant<FlipBranch, FollowPath, TryInputs>;

/// The run that the newest path is of.
struct LastRun {
  std::uint64_t number = 0;  ///< from 1
  bool completed = false;    ///< it came to its own end: it returned, or ended the program itself
  const Input* input = nullptr;  ///< valid in Strategy::added
};

/// What a strategy may look at.
struct State {
  const Tree& tree;
  const model::Program& program;
  const std::vector<bool>& covered;  ///< by EdgeId, over all runs
  const model::Contexts& contexts;   ///< the call stacks that Tree::context names
  const model::Stretches& stretches;  ///< the concrete sides that Tree::stretch names
  const std::uint32_t& gain;         ///< edges that the last run was the first to take
  const LastRun& last;
  const std::vector<coverage::Goal>& goals;
  const std::vector<bool>& covered_goals;  ///< by GoalId
  expr::Pool* pool = nullptr;                  ///< of the tree's terms
  const std::vector<Input>* inputs = nullptr;  ///< of runs that brought new nodes: Tree::seed indexes them
  const evolve::Evaluate* batch = nullptr;  ///< runs many inputs at once; null when that is not possible
};

struct Options;
struct Outcome;

/// What to try next.  A strategy is one file in strategies/.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// Before the first run.  UserError(Usage) when the options do not suit.
  virtual void begin(const State&, const Options&) {}
  /// A new path is in the tree; `insertion.first_new` starts its new part.
  virtual void added(const State& state, const Tree::Insertion& insertion) = 0;
  /// What came of a FollowPath step: the forced run's path, empty when it tells nothing.  A run of the
  /// solution, if any, was told by added() before.
  virtual void followed(const State&, const execute::Path&) {}
  /// Sides of this node that a pruning rule had closed are open again.
  virtual void reopened(const State& state, NodeId node) = 0;
  /// nullopt: nothing left to try.
  virtual std::optional<Step> propose(const State& state, Rng& rng) = 0;
  /// At the end: what the strategy alone can tell.
  virtual void report(Outcome&) const {}
  /// What runs must record for it besides symbolic branches.
  [[nodiscard]] virtual esp_telling telling() const { return ESP_TELL_NOTHING; }
  /// Executions that it made itself, in batches.
  [[nodiscard]] virtual std::uint64_t evaluations() const { return 0; }
  /// It chooses the tests itself: every run is a candidate until report().
  [[nodiscard]] virtual bool keeps_runs() const { return false; }
};

struct StrategyEntry {
  std::string_view name;
  std::string_view help;
  std::unique_ptr<Strategy> (*make)();
};

/// All strategies that are linked in, by name.
std::vector<StrategyEntry> strategies();
std::unique_ptr<Strategy> make_strategy(std::string_view name);  ///< nullptr: unknown

/// `const Registered<DepthFirst> entry{"dfs", "..."};` at namespace scope of the strategy's file.
void register_strategy(const StrategyEntry& entry);
template <class T>
struct Registered {
  Registered(std::string_view name, std::string_view help) {
    register_strategy({name, help, []() -> std::unique_ptr<Strategy> { return std::make_unique<T>(); }});
  }
};

}  // namespace espalier::search
