#include "model/stretches.h"

#include <gtest/gtest.h>

#include <map>

#include "base/rng.h"

namespace espalier::model {
namespace {

TEST(Stretches, KeepEachOnceAndGiveItBack) {
  Stretches stretches;
  Rng rng(1);
  std::map<std::vector<EdgeId>, StretchId> known{{{}, no_stretch}};
  for (int i = 0; i < 5'000; ++i) {
    std::vector<EdgeId> sides(rng.below(4));
    for (EdgeId& side : sides) side = static_cast<EdgeId>(rng.below(4));
    const StretchId id = stretches.add(sides);
    EXPECT_EQ(known.try_emplace(sides, id).first->second, id);
    const auto kept = stretches[id];
    EXPECT_EQ(std::vector(kept.begin(), kept.end()), sides);
  }
  EXPECT_EQ(known.size(), 1u + 4 + 16 + 64) << "all that there are were drawn";
}

}  // namespace
}  // namespace espalier::model
