#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/campaign.h"
#include "search/evolving.h"
#include "search/strategy.h"

namespace espalier::search {

/// Evolution where the solver gives up, beside a strategy that solves:
///
///     if (const auto question = fallback.question(state)) return *question;
///     if (fallback.is_due(state)) return TryInputs{fallback.generation(state, rng)};
///     if (const auto step = ...) { fallback.asked(*step); return step; }       // the solver's turn
///     if (fallback.is_last_resort(state)) return TryInputs{fallback.generation(state, rng)};
///
/// Costs nothing, and draws no random numbers, until some question stays without an answer, or very many in a
/// row bring nothing new.  Nothing looks at the clock.
class Fallback {
 public:
  void begin(const Options& options);
  void added(const State& state, const Tree::Insertion& insertion);
  /// The strategy's next question.
  void asked(const Step& step);

  /// A side beside the path of an evolved input that no run took: evolution got there, and what lies beside
  /// it may be easy to solve for.
  std::optional<FlipBranch> question(const State& state);
  /// A generation should come before the next question.
  [[nodiscard]] bool is_due(const State& state);
  /// No question is left, goals are, and evolution still comes nearer to one or has not tried for long.
  [[nodiscard]] bool is_last_resort(const State& state);
  std::vector<Input> generation(const State& state, Rng& rng);

  [[nodiscard]] std::uint64_t evaluations() const { return evolving_.evaluations(); }

 private:
  bool start(const State& state);
  [[nodiscard]] bool patient() const;
  void judge_last_question(const State& state);
  [[nodiscard]] std::uint64_t population() const { return options_.evolve.settings.population; }

  Options options_;  // the part that evolution looks at
  Evolving evolving_;
  bool started_ = false;
  std::vector<Input> notable_;  // inputs that took a new side, before the start
  bool evolved_ = false;  // the runs to come are of evolved inputs
  std::vector<FlipBranch> questions_beside_;  // the next one last
  std::optional<FlipBranch> last_;  // question
  bool hard_ = false;  // it was too hard: generations before the next one
  std::uint32_t failures_ = 0;  // questions that were too hard
  std::uint32_t after_a_failure_ = 0;  // generations
  std::uint64_t due_ = 0;  // work: generations of short runs are a population each, long runs count more
  std::uint32_t in_vain_ = 0;  // questions since a run took a new side, or evolution had a turn
  std::uint32_t enough_ = 0;  // of them
  bool brought_ = false;  // something, by the last turn
};

}  // namespace espalier::search
