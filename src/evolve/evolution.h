#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "base/input.h"
#include "base/rng.h"
#include "evolve/archive.h"
#include "evolve/breeder.h"
#include "evolve/genome.h"
#include "evolve/judge.h"
#include "evolve/operators.h"
#include "evolve/settings.h"

namespace espalier::evolve {

/// Something to cover that nobody covered yet.
struct Target {
  TargetId id = 0;
  std::vector<esp_approach> approaches;  ///< targets.h
  Domain domain;                         ///< where to look for it
};

/// Evolutionary search for inputs that take sides of branches nobody took.
///
///     Evolution evolution(genome, constants, evaluate, {});
///     evolution.aim(targets, edges);
///     for (const Input& input : evolution.generation(rng)) ...   // each covers something new
///
/// With Fitness::Distance the population is after one target at a time, for a turn of some generations, and
/// begins it with what the archive holds for that target; what comes near to others meanwhile is kept in
/// theirs.  Nothing depends on clocks: the same calls give the same answers.
class Evolution {
 public:
  Evolution(Genome genome, Constants constants, Evaluate evaluate, const Settings& settings);

  /// `edges`: by EdgeId, which are seen and which count (abi.h).  Targets that were there before keep their
  /// archive.
  void aim(std::vector<Target> targets, std::vector<std::uint8_t> edges);
  /// An input that is worth knowing: it takes part in the next generation.
  void seed(const Input& input);

  /// One generation.  The inputs that took an edge that was not seen.
  std::vector<Input> generation(Rng& rng);

  [[nodiscard]] std::uint64_t evaluations() const { return judge_.evaluations(); }
  /// What they took, in units of a short run; see Judge.
  [[nodiscard]] std::uint64_t work() const { return judge_.work(); }
  /// The subject died too often.
  [[nodiscard]] bool gave_up() const { return judge_.gave_up(); }
  /// The least fitness for each target, summed: it changes when anything comes nearer.
  [[nodiscard]] double nearness() const;
  /// Targets that some inputs are nearer to than others, of those that came equally many branches near; where
  /// all are alike, nothing shows the way.
  [[nodiscard]] std::size_t sloping() const;
  [[nodiscard]] std::size_t targets() const { return targets_.size(); }
  [[nodiscard]] const Genome& genome() const { return genome_; }
  [[nodiscard]] const Archive& archive() const { return archive_; }

 private:
  [[nodiscard]] const Domain& domain() const;
  Breeder& breeder();
  void begin_turn();
  void found(Rng& rng);
  void ask(Generation& generation);
  [[nodiscard]] double score(std::size_t individual, bool distances) const;
  void learn(const Generation& generation, std::vector<Input>& news);
  void plant(Population& children);

  Genome genome_;
  Constants constants_;
  Judge judge_;
  Settings settings_;
  Operators operators_;
  std::unique_ptr<Breeder> standard_, differential_;
  Domain whole_;
  Archive archive_;

  /// How near those came that came as many branches near as any did.
  struct Spread {
    double least = ESP_NO_FITNESS, most = 0;
  };
  std::map<TargetId, Spread> spreads_;
  std::map<TargetId, std::uint32_t> in_vain_;  // turns in a row
  std::vector<Target> targets_;
  std::vector<std::uint8_t> edges_;
  std::vector<esp_approach> approaches_;  // of the targets in the window
  std::size_t window_ = 0, window_size_ = 0;  // of targets that are judged at once
  std::size_t focus_ = 0;  // in targets_
  std::uint32_t age_ = 0;  // generations of the turn
  std::uint64_t generations_ = 0;  // of all turns
  std::uint32_t extensions_ = 0;  // of the turn
  bool afresh_ = false;  // the turn began without what came near before
  bool improved_ = false;  // somebody came nearer to the focus in this turn
  bool founded_ = false;  // there is a judged population
  Generation parents_, children_;
  Judgement judgement_;
  std::vector<std::vector<std::uint64_t>> seeds_;
};

}  // namespace espalier::evolve
