#include "base/nearest.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

TEST(Nearest, FindsTheWordWithTheFewestChangedLetters) {
  EXPECT_EQ(nearest("buget", {"seed", "budget", "depth"}), "budget");
  EXPECT_EQ(nearest("dept", {"seed", "budget", "depth"}), "depth");
}

TEST(Nearest, TakesTheFirstOfEquallyNearWords) { EXPECT_EQ(nearest("b", {"a", "c"}), "a"); }

TEST(Nearest, HasNoAnswerWithoutCandidates) { EXPECT_EQ(nearest("x", {}), ""); }

}  // namespace
}  // namespace espalier
