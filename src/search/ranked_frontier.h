#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "search/frontier.h"

namespace espalier::search {

/// Open sides in groups, to draw from the group of the lowest rank; ties are broken at random.
///
/// Ranks are the caller's, and only ever grow.  Hence the heap needs no repair: a group that comes out of it
/// goes back if it ranks higher by now, and else it is the lowest of all.
class RankedFrontier {
 public:
  using Group = std::uint32_t;
  using Rank = std::uint64_t;

  void add(Group group, FlipBranch side) {
    if (group >= groups_.size()) groups_.resize(group + 1);
    if (groups_[group].empty()) fresh_.push_back(group);
    groups_[group].add(side);
  }

  /// `rank(group)` is its Rank; `drawn_from(group)` may raise it.
  template <class RankOf, class DrawnFrom>
  std::optional<FlipBranch> draw(const Tree& tree, Rng& rng, const RankOf& rank,
                                 const DrawnFrom& drawn_from) {
    const auto put = [&](Group group) { heap_.push({rank(group), rng.next(), group}); };
    for (const Group group : fresh_) put(group);
    fresh_.clear();
    while (!heap_.empty()) {
      const auto [ranked, lot, group] = heap_.top();
      heap_.pop();
      if (rank(group) != ranked) {
        put(group);
        continue;
      }
      const std::optional<FlipBranch> drawn = groups_[group].draw(tree, rng);
      if (drawn) drawn_from(group);
      if (!groups_[group].empty()) put(group);
      if (drawn) return drawn;
    }
    return std::nullopt;
  }

 private:
  using Lot = std::uint64_t;
  using Entry = std::tuple<Rank, Lot, Group>;

  std::vector<Frontier> groups_;
  std::vector<Group> fresh_;  // not in the heap yet; it holds all others that are not empty
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
};

}  // namespace espalier::search
