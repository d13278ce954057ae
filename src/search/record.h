#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "coverage/criterion.h"
#include "execute/import.h"
#include "execute/subject.h"
#include "search/campaign.h"
#include "search/failure.h"

namespace espalier::search {

/// What all runs of a campaign covered, and which of them are worth keeping.
class Record {
 public:
  /// `keep_all`: every run that is not rejected becomes a candidate.
  Record(const coverage::Criterion& criterion, std::uint32_t edge_count, bool keep_all = false);

  /// Takes note of the run of this number, which was not rejected.  Returns the goals that no run covered before.
  std::vector<coverage::GoalId> observe(const execute::Run& run, const Input& input,
                                        const execute::Path& path, std::uint64_t number = 0);

  /// A rejected run brings nothing.
  void ignore() { gain_ = 0; }

  [[nodiscard]] std::size_t uncovered() const { return uncovered_; }
  [[nodiscard]] const std::vector<bool>& covered() const { return covered_; }  ///< by GoalId
  /// By GoalId: some run may have covered it, but nothing proves it.
  [[nodiscard]] const std::vector<bool>& perhaps_covered() const { return perhaps_covered_; }
  [[nodiscard]] const std::vector<bool>& edges() const { return edges_; }  ///< by EdgeId: some run took it
  [[nodiscard]] const std::uint32_t& gain() const { return gain_; }  ///< edges that the last run took first
  std::vector<Candidate> take_candidates() { return std::move(candidates_); }

 private:
  void note_edges(std::span<const std::uint8_t> coverage);

  const coverage::Criterion& criterion_;
  bool keep_all_;
  std::vector<bool> edges_;
  std::vector<std::uint8_t> edge_bytes_;  // the same as 0 or 0xff, for speed
  std::uint32_t gain_ = 0;
  std::vector<bool> covered_;
  std::vector<bool> covered_unharmed_;  // by a run that did not fail
  std::vector<bool> perhaps_covered_;
  std::size_t uncovered_;
  std::set<Failure> failures_;
  std::vector<Candidate> candidates_;
};

}  // namespace espalier::search
