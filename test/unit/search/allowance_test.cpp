#include "search/allowance.h"

#include <gtest/gtest.h>

namespace espalier::search {
namespace {

using Time = Allowance::Time;
constexpr std::uint64_t few = 10, many = 100'000;  // sides that are open

TEST(Allowance, GivesAQuestionAllItsTimeAtOnceWhenThereIsEnough) {
  const Allowance allowance(Time(60'000), Time(2'000));
  EXPECT_EQ(allowance.of(7, few), Time(2'000));
}

TEST(Allowance, GivesAQuestionAPartOfASmallBudget) {
  const Allowance allowance(Time(2'000), Time(2'000));
  EXPECT_EQ(allowance.of(7, few), Time(100));
  EXPECT_EQ(Allowance(Time(10), Time(2'000)).of(7, few), Time(10));
  EXPECT_EQ(Allowance(Time(10), Time(3)).of(7, few), Time(3));
}

TEST(Allowance, GivesLessToQuestionsLikeOneThatWasGivenUp) {
  Allowance allowance(Time(60'000), Time(2'000));
  allowance.gave_up({1, 0}, 7, Time(2'000), Time(2'000));
  EXPECT_EQ(allowance.of(7, few), Time(1'000));
  EXPECT_EQ(allowance.of(8, few), Time(2'000));
  for (NodeId node = 2; node < 30; ++node) allowance.gave_up({node, 0}, 7, Time(2'000), Time(2'000));
  EXPECT_EQ(allowance.of(7, few), Time(250));
  EXPECT_LT(allowance.of(8, few), Time(2'000)) << "so many that the others should not wait for more of them";
}

TEST(Allowance, AsksAgainUntilAQuestionHadAllItsTime) {
  Allowance allowance(Time(2'000), Time(2'000));
  allowance.gave_up({1, 1}, 7, Time(100), Time(100));
  std::vector<Time> times;
  for (;;) {
    const std::vector<FlipBranch> again = allowance.ask_again();
    if (again.empty()) break;
    ASSERT_EQ(again.size(), 1u);
    EXPECT_EQ(again[0].node, 1u);
    EXPECT_EQ(again[0].side, 1u);
    times.push_back(allowance.of(7, few));
    allowance.gave_up(again[0], 7, times.back(), times.back());
  }
  EXPECT_EQ(times, (std::vector{Time(400), Time(1'600), Time(2'000)}));
}

TEST(Allowance, IsSmallWhileThereIsPlentyElseToAskAndOnlyOnce) {
  Allowance allowance(Time(60'000), Time(2'000));
  const Time hurried = allowance.of(7, many);
  EXPECT_LT(hurried, Time(200));
  allowance.gave_up({1, 0}, 7, hurried, hurried);
  ASSERT_EQ(allowance.ask_again().size(), 1u);
  EXPECT_EQ(allowance.of(7, many), Time(2'000)) << "else it would be asked in vain for ever";
}

TEST(Allowance, AsksAgainWhatWasGivenUpInAHurry) {
  Allowance allowance(Time(1'000), Time(2'000));
  allowance.gave_up({1, 0}, 7, Time(1), Time(50), true);
  EXPECT_EQ(allowance.ask_again().size(), 1u);
}

TEST(Allowance, DoesNotAskAgainWhatWasNotGivenUpForLackOfTime) {
  Allowance allowance(Time(2'000), Time(2'000));
  allowance.gave_up({1, 0}, 7, Time(1), Time(100));
  EXPECT_TRUE(allowance.ask_again().empty());
  EXPECT_EQ(allowance.of(7, few), Time(100));
}

}  // namespace
}  // namespace espalier::search
