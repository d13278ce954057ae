#pragma once

#include <memory>
#include <string>

#include "../kernel.h"
#include "coverage/criterion.h"
#include "search/campaign.h"

namespace espalier::bench {

/// A mean over several seeds.
struct Measured {
  double covered = 0;  ///< percent of the branches
  double decided = 0;  ///< covered or proved infeasible
  double seconds = 0;
  double driver_seconds = 0, subject_seconds = 0;  ///< of processor time
  double evaluations = 0;
  std::string unknown;  ///< a branch that some run left undecided
};

/// A function that campaigns are run on; branches of what it calls count.
class EvolutionSubject {
 public:
  EvolutionSubject(const std::string& file, const std::string& function);
  /// With the seeds 1 to `repetitions`.  `evolves`: there are inputs to evolve.
  Measured run(search::Options options, unsigned repetitions, bool evolves = true);
  [[nodiscard]] std::size_t branches() const { return criterion_->goals().size(); }

 private:
  Kernel kernel_;
  model::Program program_;
  model::FunctionId unit_;
  std::unique_ptr<coverage::Criterion> criterion_;
};

}  // namespace espalier::bench
