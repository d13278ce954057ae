#include "evolve/archive.h"

#include <algorithm>

#include "runtime/abi.h"

namespace espalier::evolve {

bool Archive::offer(TargetId target, double fitness, std::span<const std::uint64_t> values) {
  if (fitness >= ESP_NO_FITNESS) return false;
  std::vector<Entry>& entries = entries_[target];
  if (entries.size() == kept && fitness >= entries.back().fitness) return false;
  const bool best = entries.empty() || fitness < entries.front().fitness;
  for (const Entry& entry : entries)
    if (std::ranges::equal(entry.values, values)) return false;
  const auto place = std::ranges::upper_bound(entries, fitness, {}, &Entry::fitness);
  entries.insert(place, {fitness, {values.begin(), values.end()}});
  if (entries.size() > kept) entries.pop_back();
  return best;
}

std::span<const Archive::Entry> Archive::of(TargetId target) const {
  const auto found = entries_.find(target);
  if (found == entries_.end()) return {};
  return found->second;
}

double Archive::bar(TargetId target) const {
  const auto entries = of(target);
  return entries.size() < kept ? ESP_NO_FITNESS : entries.back().fitness;
}

}  // namespace espalier::evolve
