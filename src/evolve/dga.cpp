// The differential genetic algorithm: each individual moves along the difference of two others, and stays
// where it was unless that is better.
#include "evolve/breeder.h"

#include <algorithm>

namespace espalier::evolve {
namespace {

class Differential final : public Breeder {
 public:
  explicit Differential(bool drift) : drift_(drift) {}

  void breed(const Generation& parents, const Operators& operators, const Domain& domain,
             Population& children, Rng& rng) override {
    const Population& all = parents.individuals;
    for (std::size_t i = 0; i < all.size(); ++i)
      operators.differ(domain, all[i], all[rng.below(all.size())], all[rng.below(all.size())], children[i],
                       rng);
  }

  void select(Generation& parents, const Generation& children) override {
    for (std::size_t i = 0; i < parents.scores.size(); ++i) {
      const bool better =
          drift_ ? children.scores[i] <= parents.scores[i] : children.scores[i] < parents.scores[i];
      if (!better) continue;
      std::ranges::copy(children.individuals[i], parents.individuals[i].begin());
      parents.scores[i] = children.scores[i];
    }
  }

 private:
  bool drift_;
};

}  // namespace

std::unique_ptr<Breeder> differential_breeder(bool drift) { return std::make_unique<Differential>(drift); }

}  // namespace espalier::evolve
