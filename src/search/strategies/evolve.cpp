// Evolutionary search helped by symbolic execution, after Papadakis and Malevris (Improving Evolutionary Test
// Data Generation with the Aid of Symbolic Execution, AIAI 2009).
//
//     tests := random inputs; k := 1
//     repeat
//       solve for the k-th shortest path through each uncovered goal     (seeds of the population)
//       evolve for some generations; what covers something new is run
//       reduce the domain of each goal that is left to what its paths have in common; k := k + 1
//     until all is covered, or the budget is spent
//
// Beyond the paper, each round also asks for some sides of the execution tree, the nearest to a goal first:
// evolution cannot prove that a goal is infeasible, a complete tree can.
#include <algorithm>
#include <memory>

#include "evolve/domain.h"
#include "search/campaign.h"
#include "search/evolving.h"
#include "search/path_seeds.h"
#include "search/strategy.h"

namespace espalier::search {
namespace {

class Evolve final : public Strategy {
 public:
  [[nodiscard]] esp_telling telling() const override {
    return ESP_TELL_TRACE;
  }  // paths are followed turn by turn

  void begin(const State& state, const Options& options) override {
    options_ = options.evolve;
    evolving_.begin(state, options);
    if (options_.path_rounds > 0 || options_.reduce) seeds_.begin(state, options);
    rest_ = make_strategy("cfg-directed");
    rest_->begin(state, options);
  }

  void added(const State& state, const Tree::Insertion& insertion) override {
    evolving_.added(state);
    rest_->added(state, insertion);
  }
  void reopened(const State& state, NodeId node) override {
    rest_->reopened(state, node);
    rest_done_ = false;
  }

  std::optional<Step> propose(const State& state, Rng& rng) override {
    for (;;) {
      switch (phase_) {
        case Phase::Paths:
          if (options_.path_rounds >= round_)
            if (const auto flip = seeds_.next(state)) return *flip;
          phase_ = Phase::Rest;
          left_ = flips_of_a_round * round_;
          break;
        case Phase::Rest:
          if (const auto step = rest(state, rng)) return step;
          if (over(state)) return std::nullopt;
          phase_ = Phase::Evolution;
          left_ = generations_of_a_round;
          break;
        case Phase::Evolution:
          if (left_ > 0 && evolving_.possible()) {
            --left_;
            return TryInputs{evolving_.generation(state, rng)};
          }
          if (options_.reduce) reduce(state);
          ++round_;
          if (options_.path_rounds >= round_ || options_.reduce) seeds_.begin_round(state);
          phase_ = Phase::Paths;
          break;
      }
    }
  }

  [[nodiscard]] std::uint64_t evaluations() const override { return evolving_.evaluations(); }

 private:
  enum class Phase : std::uint8_t { Paths, Rest, Evolution };
  /// What random inputs and a few generations cover costs no solver any time.
  static constexpr std::uint64_t first_generations = 64;
  static constexpr std::uint64_t flips_of_a_round = 64;
  static constexpr std::uint64_t generations_of_a_round = 48;
  static constexpr std::uint64_t patience = 3'000;  // generations in vain

  /// The symbolic half alone when there is nothing to evolve, and none of it when it is not wanted.
  [[nodiscard]] bool flips() const { return options_.path_rounds > 1 || !evolving_.possible(); }

  std::optional<Step> rest(const State& state, Rng& rng) {
    if (!flips() || (left_ == 0 && evolving_.possible())) return std::nullopt;
    if (left_ > 0) --left_;
    auto step = rest_->propose(state, rng);
    if (!step) rest_done_ = true;
    return step;
  }

  /// The tree is complete, and so the verdicts are proofs; or nothing moves any more.
  [[nodiscard]] bool over(const State& state) const {
    if (!evolving_.possible()) return rest_done_;
    if (evolving_.stalled() >= patience) return rest_done_ || !flips();
    const Tree& tree = state.tree;
    return rest_done_ && tree.count(SideState::Open) == 0 && tree.count(SideState::Unknown) == 0 &&
           !tree.any_approximate() && !tree.any_cut();
  }

  void reduce(const State& state) {
    if (!evolving_.possible()) return;
    const evolve::Genome& genome = evolving_.genome();
    for (coverage::GoalId goal = 0; goal < state.goals.size(); ++goal) {
      if (state.covered_goals[goal]) continue;
      const PathSeeds::Known known = seeds_.known(state, goal);
      evolve::Domain domain =
          evolve::reduce(*state.pool, known.common, genome, evolve::Domain::whole(genome));
      if (domain.ranges.empty()) domain = evolve::Domain::whole(genome);  // these paths exclude each other
      if (known.complete && !known.any.empty()) {
        domain.frozen = evolve::variables_of(*state.pool, known.any, genome.size());
        domain.frozen.flip();
      }
      evolving_.reduce(goal, std::move(domain));
    }
  }

  EvolveOptions options_;
  Evolving evolving_;
  PathSeeds seeds_;
  std::unique_ptr<Strategy> rest_;
  Phase phase_ = Phase::Evolution;
  std::uint32_t round_ = 0;
  std::uint64_t left_ = first_generations;  // of the phase
  bool rest_done_ = false;
};

const Registered<Evolve> entry{"evolve", "evolution by branch distances, helped by paths that are solved"};

}  // namespace
}  // namespace espalier::search
