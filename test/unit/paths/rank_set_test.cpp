#include "paths/rank_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace espalier::paths {
namespace {

TEST(RankSet, EqualsAPlainSetWhateverIntervalsAreAdded) {
  constexpr std::size_t kRanks = 200;
  Rng rng(31);
  for (int round = 0; round < 200; ++round) {
    RankSet set(1);
    std::array<bool, kRanks> plain{};
    for (int step = 0; step < 20; ++step) {
      const Limb first = rng.below(kRanks);
      const Limb last = first + 1 + rng.below(std::min<Limb>(kRanks - first, 15));
      set.add(&first, &last);
      for (Limb rank = first; rank < last; ++rank) plain[rank] = true;

      std::vector<Limb> outside;
      std::size_t intervals = 0;
      for (Limb rank = 0; rank < kRanks; ++rank) {
        if (!plain[rank]) outside.push_back(rank);
        intervals += plain[rank] && (rank == 0 || !plain[rank - 1]);
      }
      ASSERT_EQ(set.intervals(), intervals);
      ASSERT_EQ(*set.total(), kRanks - outside.size());
      for (Limb k = 0; k < outside.size(); ++k) {
        const RankSet::Outside found = set.outside(&k);
        ASSERT_EQ(found.rank[0], outside[k]);
        Limb before = outside[k];
        while (before > 0 && !plain[before]) --before;
        ASSERT_EQ(found.before.has_value(), plain[before]);
        if (found.before) {
          ASSERT_EQ(found.before->front(), before);
        }
        Limb after = outside[k];
        while (after < kRanks && !plain[after]) ++after;
        ASSERT_EQ(found.after.has_value(), after < kRanks);
        if (found.after) {
          ASSERT_EQ(found.after->front(), after);
        }
      }
    }
  }
}

// Ascending ranks, every second one: what a list or an unbalanced tree would need 10^10 steps for.
TEST(RankSet, StaysShallowWhenRanksComeInOrder) {
  RankSet set(1);
  constexpr Limb kIntervals = 200'000;
  for (Limb i = 0; i < kIntervals; ++i) {
    const Limb first = 2 * i;
    const Limb last = first + 1;
    set.add(&first, &last);
  }
  EXPECT_EQ(set.intervals(), kIntervals);
  for (Limb k = 0; k < kIntervals; ++k) ASSERT_EQ(set.outside(&k).rank[0], 2 * k + 1);
}

}  // namespace
}  // namespace espalier::paths
