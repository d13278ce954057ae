#pragma once

#include <string>
#include <vector>

#include "../experiment.h"
#include "arena.h"

namespace espalier::bench {

/// A way to search.
struct Contestant {
  std::string name;
  search::Options options;
  bool draws = true;  ///< random numbers: else all seeds are the same campaign
};

/// Several ways to search on several programs: branches covered after given numbers of iterations, mean of
/// all seeds; iterations and processor time to a common target; a rank test between the best two.
class Contest {
 public:
  Contest(const Settings& settings, std::string title, std::string name, std::vector<Contestant> contestants);

  /// Runs all of them and prints the program's table.
  void hold(Arena& arena);
  /// Prints the sums, and writes CSV files and plots.
  void finish() const;

  /// What a program brought: by contestant, branches covered at the end, mean of all seeds.
  struct Result {
    std::string arena;
    std::size_t goals = 0;
    std::vector<double> covered;
    std::vector<double> milliseconds;  ///< of processor time for an iteration
  };
  [[nodiscard]] const std::vector<Result>& results() const { return results_; }
  [[nodiscard]] const std::vector<Contestant>& contestants() const { return contestants_; }

 private:
  using Races = std::vector<Race>;  // by seed
  Races races_of(const Contestant& contestant, Arena& arena, unsigned seeds) const;
  void print(const Arena& arena, const std::vector<Races>& all);
  void compare_best(const std::vector<Races>& all) const;
  void plot(const Arena& arena, const std::vector<Races>& all) const;
  void note(const Arena& arena, const std::vector<Races>& all);

  const Settings& settings_;
  std::string title_, name_;
  std::vector<Contestant> contestants_;
  std::vector<std::uint64_t> marks_;  // numbers of iterations to look at; the last one ends a campaign
  std::string build_;  // when the contest began
  std::vector<Result> results_;
  Table csv_;
};

}  // namespace espalier::bench
