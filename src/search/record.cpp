// Coverage bytes in, news out.
#include "search/record.h"

#include <algorithm>
#include <cstring>

namespace espalier::search {
Record::Record(const coverage::Criterion& criterion, std::uint32_t edge_count, bool keep_all)
    : criterion_(criterion),
      keep_all_(keep_all),
      edges_(edge_count),
      edge_bytes_(edge_count),
      covered_(criterion.goals().size()),
      covered_unharmed_(covered_.size()),
      perhaps_covered_(covered_.size()),
      uncovered_(covered_.size()) {}

std::vector<coverage::GoalId> Record::observe(const execute::Run& run, const Input& input,
                                              const execute::Path& path, std::uint64_t number) {
  note_edges(run.coverage);
  const bool unharmed = run.status == ESP_OK;
  if (gain_ == 0 && !unharmed && criterion_.told_by_edges() && !keep_all_ && !candidates_.empty() &&
      failures_.contains(failure_of(run)))
    return {};
  std::vector<coverage::GoalId> goals = criterion_.covered(run.coverage, unharmed);
  std::vector<coverage::GoalId> fresh;
  bool keep = keep_all_ || candidates_.empty();
  for (const coverage::GoalId goal : goals) {
    if (!covered_[goal]) fresh.push_back(goal);
    keep |= !covered_[goal] || (unharmed && !covered_unharmed_[goal]);
    covered_[goal] = true;
    if (unharmed) covered_unharmed_[goal] = true;
  }
  uncovered_ -= fresh.size();
  if (uncovered_ != 0)
    for (const coverage::GoalId goal : criterion_.perhaps_covered(run.coverage))
      perhaps_covered_[goal] = true;
  if (!unharmed) keep |= failures_.insert(failure_of(run)).second;
  if (keep)
    candidates_.push_back({input,
                           run.status,
                           run.detail,
                           run.address,
                           run.pc,
                           {run.frames.begin(), run.frames.end()},
                           run.message,
                           {run.outputs.begin(), run.outputs.end()},
                           std::move(goals),
                           path.steps,
                           number});
  return fresh;
}

/// Most runs bring no new edge: eight bytes at a time tell.
void Record::note_edges(std::span<const std::uint8_t> coverage) {
  gain_ = 0;
  const std::size_t count = std::min<std::size_t>(coverage.size(), edges_.size());
  const auto note = [&](std::size_t edge) {
    if (coverage[edge] == 0) return;
    gain_ += !edges_[edge];
    edges_[edge] = true;
    edge_bytes_[edge] = 0xff;
  };
  std::size_t edge = 0;
  for (; edge + 8 <= count; edge += 8) {
    std::uint64_t now = 0, seen = 0;
    std::memcpy(&now, coverage.data() + edge, 8);
    std::memcpy(&seen, edge_bytes_.data() + edge, 8);
    if ((now & ~seen) == 0) continue;
    for (std::size_t i = edge; i < edge + 8; ++i) note(i);
  }
  for (; edge < count; ++edge) note(edge);
}

}  // namespace espalier::search
