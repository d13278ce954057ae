#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "search/strategy.h"

namespace espalier::search {

/// The search is over, yet some operation that can fail (a division) was never seen to, or the harness
/// never made a choice it has (null, or that this allocation fails): no goal needed it, or a pruning rule
/// left it out.  Each such place gets a few questions, shortest prefixes first, since a failure is what
/// users want to know of.  A choice counts by the calls that lead to it: all allocations share one branch.
///
///     while (const auto step = probe.next()) take(*step);     // the tree may grow meanwhile
class FailureProbe {
 public:
  explicit FailureProbe(const State& state);
  /// What to ask next; nullopt: nothing is left.
  std::optional<FlipBranch> next();

 private:
  [[nodiscard]] bool is_choice(NodeId node) const;
  [[nodiscard]] std::uint64_t place(NodeId node, model::EdgeId edge) const;
  /// Takes note of the sides that were taken at a choice.
  void note(NodeId node);

  const State& state_;
  const Tree& tree_;
  NodeId known_;                // nodes that the search itself left
  NodeId node_ = 0;
  std::uint32_t side_ = 0;      // of node_, to be looked at next
  bool asked_here_ = false;     // about the side before it
  std::unordered_set<std::uint64_t> made_;        // choices
  std::unordered_map<std::uint64_t, int> asked_;  // questions for each place
};

}  // namespace espalier::search
