// The six programs of Bardin and Herrmann's paper, as bench/pruning has them, for 8 and 32 bits: whatever is
// left out and in whatever order, every goal is covered or proved infeasible.
#include <gtest/gtest.h>

#include "unit/search/compiled.h"

namespace espalier::search {
namespace {

using simulated::Compiled;

struct Sample {
  std::string function;
  std::string bits;
  bool has_callees;  ///< otherwise a unit is a whole program, and no call depth matters
};
void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.function << " " << sample.bits; }

using Rules = std::vector<std::string>;

class SixPrograms : public testing::TestWithParam<Sample> {
 protected:
  SixPrograms()
      : program_(
            std::filesystem::path(ESPALIER_SOURCE_DIR) / "bench" / "pruning" / (GetParam().function + ".c"),
            GetParam().function, {"-DWORD=" + GetParam().bits}) {}

  /// Only `excuse` may have left a goal undecided.
  void expect_decided(const Rules& prune, bool whole, const std::string& excuse = "") {
    for (const char* strategy : {"dfs", "solve-first"}) {
      const Outcome outcome =
          program_.explore({.strategy = strategy, .budget = std::chrono::seconds(60), .prune = prune}, whole);
      EXPECT_TRUE(outcome.mismatches.empty()) << outcome.mismatches.front();
      EXPECT_NE(outcome.stopped_by, "budget");
      for (const GoalVerdict& goal : outcome.verdicts) {
        if (goal.verdict != Verdict::Unknown) continue;
        EXPECT_TRUE(!excuse.empty() && goal.why.starts_with(excuse))
            << strategy << (prune.empty() ? "" : " " + prune.front()) << (whole ? ", whole: " : ": ")
            << goal.why;
      }
    }
  }

  Compiled program_;
};

TEST_P(SixPrograms, AreDecidedByEveryCombination) {
  // Without look-ahead the large square takes longer than a test should; bench/look-ahead runs it.
  const bool slow = GetParam().function == "square4" && GetParam().bits == "32";
  for (const Rules& prune : {Rules{}, Rules{"look-ahead"}}) {
    if (slow && prune.empty()) continue;
    expect_decided(prune, false);
    if (GetParam().has_callees) expect_decided(prune, true);
  }
}

class ThoseWithCallees : public SixPrograms {};

TEST_P(ThoseWithCallees, AreDecidedByEveryBranchAndByGrowingCallDepths) {
  expect_decided({"look-ahead=every-branch"}, true);
  expect_decided({"call-depth=auto"}, false);
  expect_decided({"call-depth=auto", "look-ahead"}, false);
}

TEST_P(ThoseWithCallees, AreDecidedWithinACallDepthOrToldWhatWasGivenUp) {
  for (const char* rule : {"call-depth=0", "call-depth=1"}) {
    expect_decided({rule}, false, rule);
    expect_decided({rule, "look-ahead"}, false, rule);
  }
}

INSTANTIATE_TEST_SUITE_P(All, SixPrograms,
                         testing::Values(Sample{"check_pressure", "8", true},
                                         Sample{"check_pressure", "32", true}, Sample{"square3", "8", false},
                                         Sample{"square3", "32", false}, Sample{"square4", "8", false},
                                         Sample{"square4", "32", false}, Sample{"hysteresis", "8", true},
                                         Sample{"hysteresis", "32", true}, Sample{"merge", "8", true},
                                         Sample{"merge", "32", true}, Sample{"triangle", "8", true},
                                         Sample{"triangle", "32", true}));

INSTANTIATE_TEST_SUITE_P(All, ThoseWithCallees,
                         testing::Values(Sample{"check_pressure", "8", true},
                                         Sample{"check_pressure", "32", true},
                                         Sample{"hysteresis", "8", true}, Sample{"hysteresis", "32", true},
                                         Sample{"merge", "8", true}, Sample{"merge", "32", true},
                                         Sample{"triangle", "8", true}, Sample{"triangle", "32", true}));

}  // namespace
}  // namespace espalier::search
