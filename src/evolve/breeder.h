#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/rng.h"
#include "evolve/genome.h"
#include "evolve/operators.h"

namespace espalier::evolve {

/// A judged population: the lower a score, the better.
struct Generation {
  Population individuals;
  std::vector<double> scores;
};

/// An evolutionary algorithm: who has children, and who of parents and children survives.
class Breeder {
 public:
  virtual ~Breeder() = default;
  /// As many children as there are parents.
  virtual void breed(const Generation& parents, const Operators& operators, const Domain& domain,
                     Population& children, Rng& rng) = 0;
  /// The next parents.
  virtual void select(Generation& parents, const Generation& children) = 0;
};

/// The standard genetic algorithm: the best survive; one-point crossover and mutation (sga.cpp).
std::unique_ptr<Breeder> standard_breeder();
/// Differential evolution: a child replaces its parent if it is fitter (dga.cpp).  `drift`: or as fit.
std::unique_ptr<Breeder> differential_breeder(bool drift);

}  // namespace espalier::evolve
