// What the comparison of strategies stands on: ranks, and programs that are the same every time.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/files.h"
#include "base/process.h"
#include "strategies/plot.h"
#include "strategies/statistics.h"
#include "strategies/synthetic.h"

namespace espalier::bench {
namespace {

using Values = std::vector<double>;

TEST(RankTest, FindsNoDifferenceBetweenEqualSamples) {
  const RankTest test = rank_test(Values{1, 2, 3, 4}, Values{1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(test.u, 8);
  EXPECT_DOUBLE_EQ(test.probability, 1);
  EXPECT_DOUBLE_EQ(rank_test(Values{5, 5, 5}, Values{5, 5, 5}).probability, 1) << "no variance";
}

TEST(RankTest, AgreesWithTheTextbook) {
  // Two samples of ten, one above the other: U = 100, z = (50 - 0.5) / sqrt(175), p = 0.00018.
  const Values low{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, high{11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
  EXPECT_DOUBLE_EQ(rank_test(high, low).u, 100);
  EXPECT_DOUBLE_EQ(rank_test(low, high).u, 0);
  EXPECT_NEAR(rank_test(high, low).probability, 0.00018, 0.00001);
}

TEST(RankTest, CorrectsForDraws) {
  // U = 11.5 of 16; groups of 4 and 2 equal values: variance 16 / 12 * (9 - 66 / 56), z = 0.929.
  const RankTest test = rank_test(Values{2, 2, 3, 4}, Values{1, 2, 2, 3});
  EXPECT_DOUBLE_EQ(test.u, 11.5);
  EXPECT_NEAR(test.probability, 0.3529, 0.0005);
}

TEST(Statistics, KnowMeanDeviationAndMedian) {
  EXPECT_DOUBLE_EQ(mean(Values{1, 2, 6}), 3);
  EXPECT_NEAR(deviation(Values{1, 2, 6}), 2.6458, 0.0001);
  EXPECT_DOUBLE_EQ(median(Values{6, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(median(Values{6, 1, 2, 4}), 3);
}

TEST(SyntheticProgram, IsTheSameForTheSameShape) {
  EXPECT_EQ(synthetic_program({.lines = 600}), synthetic_program({.lines = 600}));
  EXPECT_NE(synthetic_program({.lines = 600}), synthetic_program({.lines = 600, .seed = 2}));
}

TEST(SyntheticProgram, IsAboutAsLongAsWanted) {
  for (const unsigned lines : {300u, 1'000u, 5'000u}) {
    const std::string text = synthetic_program({.lines = lines});
    const auto written = static_cast<double>(std::ranges::count(text, '\n'));
    EXPECT_GT(written, 0.75 * lines) << lines;
    EXPECT_LT(written, 1.25 * lines) << lines;
  }
}

TEST(SyntheticProgram, HasMoreBranchesWhenAskedFor) {
  const auto branches = [](unsigned wanted) {
    const std::string text = synthetic_program({.lines = 1'000, .branches = wanted});
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("if (", at)) != text.npos; ++at) ++count;
    return count;
  };
  EXPECT_GT(branches(300), 2 * branches(50));
}

TEST(SyntheticProgram, Compiles) {
  const ScratchDirectory scratch;
  for (const std::uint64_t seed : {1, 2, 3}) {
    write_file(scratch.path() / "program.c", synthetic_program({.lines = 1'000, .depth = 6, .seed = seed}));
    const auto compiled = run_command({.argv = {"clang-19", "-fsyntax-only", "-Wall", "-Werror",
                                                "-Wno-unused", (scratch.path() / "program.c").string()},
                                       .directory = {},
                                       .environment = {}});
    EXPECT_TRUE(compiled.ok()) << compiled.err;
  }
}

TEST(Plot, DrawsEveryLineAndItsName) {
  const ScratchDirectory scratch;
  const auto file = scratch.path() / "plots" / "p.svg";
  write_plot(file, "a < b", "x", "y", {{"one", {{1, 2}, {10, 4}}}, {"two", {{1, 1}, {10, 1}}}, {"none", {}}},
             true);
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = text.find("<polyline", at)) != text.npos; ++at) ++lines;
  EXPECT_EQ(lines, 2u);
  for (const char* part : {">one<", ">two<", "a &lt; b", "</svg>"})
    EXPECT_NE(text.find(part), text.npos) << part;
  EXPECT_EQ(text.find("nan"), text.npos);
}

}  // namespace
}  // namespace espalier::bench
