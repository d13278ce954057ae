#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "evolve/genome.h"
#include "execute/subject.h"

namespace espalier::evolve {

/// Runs a batch of inputs, `values` one after the other; the answer is valid until the next call.
using Evaluate = std::function<execute::Batch(std::span<const std::uint64_t> values, std::uint32_t width,
                                              const execute::BatchQuestion& question)>;

/// What was found out about a population.
struct Judgement {
  std::vector<esp_batch_result> results;  ///< by individual
  std::vector<double> fitness;  ///< all objectives of an individual, then the next; see esp_approach
  std::size_t objectives = 0;

  [[nodiscard]] double of(std::size_t individual, std::size_t objective) const {
    return fitness[individual * objectives + objective];
  }
  /// Inputs that the harness refuses are no tests, whatever they cover.
  [[nodiscard]] bool counts(std::size_t individual) const {
    return results[individual].status != ESP_REJECTED && results[individual].status != ESP_DIED;
  }
};

/// Asks about whole populations, however often the subject dies of an individual.
class Judge {
 public:
  explicit Judge(Evaluate evaluate) : evaluate_(std::move(evaluate)) {}

  /// False when the subject died too often: nothing is to be learned this way.
  bool ask(const Population& population, const execute::BatchQuestion& question, Judgement& into);
  [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }
  /// What all that took, in runs of a few branches: loops and calls are counted in.
  [[nodiscard]] std::uint64_t work() const { return evaluations_ + steps_ / steps_of_a_run; }
  [[nodiscard]] bool gave_up() const { return deaths_ >= patience; }

 private:
  static constexpr unsigned patience = 8;
  static constexpr std::uint64_t steps_of_a_run = 32;  // that take as long as its beginning and end
  Evaluate evaluate_;
  std::uint64_t evaluations_ = 0;
  std::uint64_t steps_ = 0;
  unsigned deaths_ = 0;
};

}  // namespace espalier::evolve
