// Coverage bytes in, news out.
#include "search/record.h"

namespace espalier::search {
Record::Record(const coverage::Criterion& criterion, std::uint32_t edge_count, bool keep_all)
    : criterion_(criterion),
      keep_all_(keep_all),
      edges_(edge_count),
      seen_(edge_count),
      seen_unharmed_(edge_count),
      covered_(criterion.goals().size()),
      covered_unharmed_(covered_.size()),
      perhaps_covered_(covered_.size()),
      uncovered_(covered_.size()) {}

std::vector<coverage::GoalId> Record::observe(const execute::Run& run, const Input& input,
                                              const execute::Path& path, std::uint64_t number) {
  const bool is_old = note_edges(run);
  if (is_old && !keep_all_ && !candidates_.empty()) return {};
  const bool unharmed = run.status == ESP_OK;
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

bool Record::note_edges(const execute::Run& run) {
  gain_ = 0;
  seen_.add(run.coverage, [this](std::size_t edge) {
    ++gain_;
    edges_[edge] = true;
  });
  bool news = gain_ != 0;
  const bool unharmed = run.status == ESP_OK;
  if (unharmed) seen_unharmed_.add(run.coverage, [&news](std::size_t) { news = true; });
  return !news && criterion_.told_by_edges() && (unharmed || failures_.contains(failure_of(run)));
}

}  // namespace espalier::search
