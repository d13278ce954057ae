#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <span>
#include <vector>

#include "coverage/criterion.h"
#include "execute/import.h"
#include "execute/subject.h"
#include "search/campaign.h"
#include "search/failure.h"

namespace espalier::search {

/// Edges that runs took.
class EdgesSeen {
 public:
  explicit EdgesSeen(std::size_t count) : bytes_(count) {}

  /// Adds those of a run, one byte for each; `note(edge)` hears of each that is new.
  template <class Note>
  void add(std::span<const std::uint8_t> run, const Note& note) {
    const std::size_t count = std::min(run.size(), bytes_.size());
    const auto look_at = [&](std::size_t edge) {
      if (run[edge] == 0 || bytes_[edge] != 0) return;
      bytes_[edge] = 0xff;
      note(edge);
    };
    std::size_t edge = 0;
    for (; edge + 8 <= count; edge += 8) {  // most runs bring nothing new: eight bytes at a time tell
      std::uint64_t now = 0, seen = 0;
      std::memcpy(&now, run.data() + edge, 8);
      std::memcpy(&seen, bytes_.data() + edge, 8);
      if ((now & ~seen) == 0) continue;
      for (std::size_t i = edge; i < edge + 8; ++i) look_at(i);
    }
    for (; edge < count; ++edge) look_at(edge);
  }

 private:
  std::vector<std::uint8_t> bytes_;  // 0 or 0xff
};

/// What all runs of a campaign covered, and which of them are worth keeping.
class Record {
 public:
  /// `keep_all`: every run that is not rejected becomes a candidate.
  Record(const coverage::Criterion& criterion, std::uint32_t edge_count, bool keep_all = false);

  /// Takes note of the run of this number, which was not rejected.  Returns the goals that no run covered
  /// before.
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
  /// The runs worth keeping so far.
  [[nodiscard]] const std::vector<Candidate>& candidates() const { return candidates_; }
  std::vector<Candidate> take_candidates() { return std::move(candidates_); }

 private:
  /// Whether these are known: the run covers nothing that is not known to be covered, and would not be kept.
  bool note_edges(const execute::Run& run);

  const coverage::Criterion& criterion_;
  bool keep_all_;
  std::vector<bool> edges_;
  EdgesSeen seen_;  // the same
  EdgesSeen seen_unharmed_;  // by runs that did not fail
  std::uint32_t gain_ = 0;
  std::vector<bool> covered_;
  std::vector<bool> covered_unharmed_;  // by a run that did not fail
  std::vector<bool> perhaps_covered_;
  std::size_t uncovered_;
  std::set<Failure> failures_;
  std::vector<Candidate> candidates_;
};

}  // namespace espalier::search
