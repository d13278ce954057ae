#include <algorithm>

#include "search/strategy.h"

namespace espalier::search {
namespace {

// Filled while the program starts, from several files in no particular order: a function-local
// object exists before its first use.
std::vector<StrategyEntry>& entries() {
  static std::vector<StrategyEntry> all;
  return all;
}

}  // namespace

void register_strategy(const StrategyEntry& entry) { entries().push_back(entry); }

std::vector<StrategyEntry> strategies() {
  std::vector<StrategyEntry> sorted = entries();
  std::ranges::sort(sorted, {}, &StrategyEntry::name);
  return sorted;
}

std::unique_ptr<Strategy> make_strategy(std::string_view name) {
  const auto found = std::ranges::find(entries(), name, &StrategyEntry::name);
  return found == entries().end() ? nullptr : found->make();
}

}  // namespace espalier::search
