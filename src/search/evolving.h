#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "evolve/evolution.h"
#include "model/distances.h"
#include "search/campaign.h"
#include "search/strategy.h"

namespace espalier::search {

/// The evolutionary half of a search: its targets are the goals that no run covered.
///
///     evolving.added(state);                                    // after each run
///     TryInputs{evolving.generation(state, rng)}
class Evolving {
 public:
  /// Before the first run.
  void begin(const State& state, const Options& options);
  /// There are inputs to evolve and a subject that evaluates them.
  [[nodiscard]] bool possible() const { return evolution_ && !evolution_->gave_up(); }
  /// After each run: its input takes part, and what it covered is no target any more.
  void added(const State& state);
  /// An input that takes part, too.
  void seed(const Input& input);

  /// One generation; the inputs that take sides which no run took.
  std::vector<Input> generation(const State& state, Rng& rng);

  /// From now on the goal is looked for in this part of the inputs.
  void reduce(coverage::GoalId goal, evolve::Domain domain);

  [[nodiscard]] const evolve::Genome& genome() const { return evolution_->genome(); }
  [[nodiscard]] std::uint64_t evaluations() const { return evolution_ ? evolution_->evaluations() : 0; }
  /// Generations since something was covered or some target came visibly nearer.
  [[nodiscard]] std::uint64_t stalled() const { return stalled_; }
  /// Of all generations, in units of a short run: evolve::Evolution.
  [[nodiscard]] std::uint64_t work() const { return evolution_ ? evolution_->work() : 0; }
  /// As much of it since then.
  [[nodiscard]] std::uint64_t work_in_vain() const {
    return evolution_ ? evolution_->work() - last_work_ : 0;
  }
  [[nodiscard]] std::size_t targets() const { return evolution_ ? evolution_->targets() : 0; }
  [[nodiscard]] std::size_t sloping() const { return evolution_ ? evolution_->sloping() : 0; }

 private:
  void aim(const State& state);

  std::optional<model::Distances> distances_;
  std::optional<evolve::Evolution> evolution_;
  std::vector<std::uint8_t> edges_;  // by EdgeId: without what is covered meanwhile
  std::map<coverage::GoalId, std::vector<esp_approach>> approaches_;
  std::map<coverage::GoalId, evolve::Domain> domains_;
  bool stale_ = true;
  std::size_t seeded_ = 0;  // of State::inputs
  std::uint64_t stalled_ = 0;
  std::uint64_t last_work_ = 0;  // until something moved
  double nearest_ = 0;  // sum over all targets, when something moved
};

}  // namespace espalier::search
