// Chooses the tests of a suite.
//
// The smallest set of runs that covers all goals is a minimum set cover, which is NP-hard; the
// greedy choice (always the run with the most goals still missing) is within a factor ln(n) of it
// and in practice nearly always minimal.  A test chosen early can lose its reason when later ones
// cover its goals together, so a second pass drops every test without a goal of its own.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "search/failure.h"
#include "suite/suite.h"

namespace espalier::suite {
namespace {

using coverage::GoalId;
using search::Candidate;

// People read small numbers more easily: the size of an input is the number of bits its values
// need, negative numbers counted by their magnitude as 64-bit or 32-bit values.
std::uint64_t input_size(const Input& input) {
  std::uint64_t bits = 0;
  for (const auto value : input.values) {
    const auto wide = static_cast<std::int64_t>(value);
    const auto narrow = static_cast<std::int64_t>(static_cast<std::int32_t>(value));
    auto magnitude = value;
    if (wide < 0)
      magnitude = 0 - value;
    else if (value <= std::numeric_limits<std::uint32_t>::max() && narrow < 0)
      magnitude = 0 - static_cast<std::uint64_t>(narrow);
    for (; magnitude != 0; magnitude >>= 1) ++bits;
  }
  return bits;
}

class Minimiser {
 public:
  Minimiser(const std::vector<Candidate>& candidates, std::size_t goal_count)
      : candidates_(candidates), tests_per_goal_(goal_count, 0) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i].status != ESP_REJECTED) order_.push_back(i);
    }
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(failed(candidates[a]), input_size(candidates[a].input)) <
             std::pair(failed(candidates[b]), input_size(candidates[b].input));
    });
  }

  // A failing run is kept for its failure, whatever it covers; one per distinct failure.
  void choose_failures() {
    std::set<search::Failure> known;
    for (const auto i : order_) {
      if (failed(candidates_[i]) && known.insert(search::failure_of(candidates_[i])).second)
        failures_.push_back(i);
    }
  }

  // What an earlier suite had is kept as long as it serves, so that an update changes little.
  void choose_given() {
    for (const auto i : order_)
      if (candidates_[i].given && !failed(candidates_[i]) && missing_goals(candidates_[i]) > 0) add(i);
  }

  void choose_greedily(bool failing) {
    for (;;) {
      std::size_t best = 0, most = 0;
      for (const auto i : order_) {
        if (failed(candidates_[i]) != failing) continue;
        const auto gain = missing_goals(candidates_[i]);
        if (gain > most) std::tie(best, most) = std::pair(i, gain);
      }
      if (most == 0) return;
      add(best);
    }
  }

  void cover_by_kept_failures() {
    for (const auto i : failures_) add(i);
  }

  // Latest chosen first: they brought least.
  void drop_redundant() {
    for (auto i = chosen_.size(); i-- > 0;) {
      const auto& run = candidates_[chosen_[i]];
      if (is_kept_failure(chosen_[i])) continue;
      const bool needed =
          std::any_of(run.goals.begin(), run.goals.end(), [&](GoalId g) { return tests_per_goal_[g] == 1; });
      if (needed) continue;
      for (const auto goal : run.goals) --tests_per_goal_[goal];
      chosen_.erase(chosen_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  // A unit without goals (straight-line code) still deserves a test of what it answers.
  void choose_something() {
    if (chosen_.empty() && !order_.empty()) add(order_.front());
  }

  void choose_all() {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].status != ESP_REJECTED) add(i);
    }
  }

  // Tests stand in the order in which the campaign found them: the story of the exploration.
  std::vector<Test> tests() {
    std::sort(chosen_.begin(), chosen_.end());
    std::vector<Test> result;
    for (const auto i : chosen_) {
      Test test;
      test.name = fmt::format("path_{}", result.size() + 1);
      test.run = candidates_[i];
      result.push_back(std::move(test));
    }
    std::vector<bool> claimed(tests_per_goal_.size(), false);
    for (const bool failing : {false, true}) {
      for (auto& test : result) {
        if (failed(test.run) == failing) claim_goals(test, claimed);
      }
    }
    return result;
  }

 private:
  // Each goal has one test that is there for it: the first that covers it, and rather one that returns.
  static void claim_goals(Test& test, std::vector<bool>& claimed) {
    for (const auto goal : test.run.goals) {
      if (!claimed[goal]) test.goals.push_back(goal);
      claimed[goal] = true;
    }
  }
  std::size_t missing_goals(const Candidate& run) const {
    return static_cast<std::size_t>(
        std::count_if(run.goals.begin(), run.goals.end(), [&](GoalId g) { return tests_per_goal_[g] == 0; }));
  }
  bool is_kept_failure(std::size_t i) const {
    return std::find(failures_.begin(), failures_.end(), i) != failures_.end();
  }
  void add(std::size_t i) {
    if (std::find(chosen_.begin(), chosen_.end(), i) != chosen_.end()) return;
    chosen_.push_back(i);
    for (const auto goal : candidates_[i].goals) ++tests_per_goal_[goal];
  }

  const std::vector<Candidate>& candidates_;
  std::vector<std::uint32_t> tests_per_goal_;  ///< how many chosen runs cover it
  std::vector<std::size_t> order_;             ///< runs that return first, then smaller inputs
  std::vector<std::size_t> failures_;
  std::vector<std::size_t> chosen_;
};

}  // namespace

bool failed(const search::Candidate& run) { return run.status != ESP_OK && run.status != ESP_REJECTED; }

std::vector<Test> minimise(const std::vector<search::Candidate>& candidates, std::size_t goal_count,
                           bool keep_all) {
  Minimiser minimiser(candidates, goal_count);
  if (keep_all) {
    minimiser.choose_all();
    return minimiser.tests();
  }
  // A goal should have a test that returns if any run does, so those are chosen first.
  minimiser.choose_failures();
  minimiser.choose_given();
  minimiser.choose_greedily(false);
  minimiser.drop_redundant();
  minimiser.cover_by_kept_failures();
  minimiser.choose_greedily(true);
  minimiser.choose_something();
  return minimiser.tests();
}

}  // namespace espalier::suite
