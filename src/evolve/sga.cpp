// The standard genetic algorithm.
//
// The better half of the population are the parents.  A child has two of them, crossed at one point of the
// bit string that is the whole input, and is mutated.  The best of parents and children live on: so what is
// good is never lost.
#include <algorithm>
#include <numeric>

#include "evolve/breeder.h"

namespace espalier::evolve {
namespace {

/// Of equals the younger: it may lead on where the older one did not.
auto by(const std::vector<double>& scores) {
  return [&scores](std::uint32_t a, std::uint32_t b) {
    return scores[a] != scores[b] ? scores[a] < scores[b] : a > b;
  };
}

class Standard final : public Breeder {
 public:
  void breed(const Generation& parents, const Operators& operators, const Domain& domain,
             Population& children, Rng& rng) override {
    const std::size_t size = parents.individuals.size();
    const std::size_t half = (size + 1) / 2;
    ranks_.resize(size);
    std::iota(ranks_.begin(), ranks_.end(), 0u);
    std::ranges::nth_element(ranks_, ranks_.begin() + static_cast<std::ptrdiff_t>(half - 1),
                             by(parents.scores));
    for (std::size_t i = 0; i < size; ++i) {
      const auto child = children[i];
      operators.cross(parents.individuals[ranks_[rng.below(half)]],
                      parents.individuals[ranks_[rng.below(half)]], child, rng);
      operators.mutate(domain, child, rng);
    }
  }

  void select(Generation& parents, const Generation& children) override {
    const std::size_t size = parents.individuals.size();
    all_ = parents.scores;
    all_.insert(all_.end(), children.scores.begin(), children.scores.end());
    ranks_.resize(all_.size());
    std::iota(ranks_.begin(), ranks_.end(), 0u);
    std::ranges::nth_element(ranks_, ranks_.begin() + static_cast<std::ptrdiff_t>(size), by(all_));
    // Children that live on take the places of parents that do not.
    lives_.assign(all_.size(), false);
    for (std::size_t i = 0; i < size; ++i) lives_[ranks_[i]] = true;
    std::size_t free = 0;
    for (std::size_t child = 0; child < size; ++child) {
      if (!lives_[size + child]) continue;
      while (lives_[free]) ++free;
      std::ranges::copy(children.individuals[child], parents.individuals[free].begin());
      parents.scores[free] = children.scores[child];
      ++free;
    }
  }

 private:
  std::vector<std::uint32_t> ranks_;
  std::vector<double> all_;
  std::vector<bool> lives_;
};

}  // namespace

std::unique_ptr<Breeder> standard_breeder() { return std::make_unique<Standard>(); }

}  // namespace espalier::evolve
