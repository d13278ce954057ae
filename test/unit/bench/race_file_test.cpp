#include "strategies/race_file.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace espalier::bench {
namespace {

TEST(RaceFile, GivesBackWhatWasKeptForTheSameLimitOnly) {
  const ScratchDirectory scratch;
  const std::filesystem::path path = scratch.path() / "subject" / "cgs-1.json";
  EXPECT_FALSE(RaceFile(path, 4000).read());
  Race race;
  race.news = {1, 1, 7, 3999};
  race.iterations = 4000;
  race.solver_calls = 12;
  race.cpu_seconds = 0.1 + 0.2;
  race.cpu_at = {0.125, 1.0 / 3};
  race.stopped_by = "iterations";
  RaceFile(path, 4000).keep(race);
  const auto kept = RaceFile(path, 4000).read();
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->news, race.news);
  EXPECT_EQ(kept->iterations, race.iterations);
  EXPECT_EQ(kept->solver_calls, race.solver_calls);
  EXPECT_EQ(kept->cpu_seconds, race.cpu_seconds);
  EXPECT_EQ(kept->cpu_at, race.cpu_at);
  EXPECT_EQ(kept->stopped_by, race.stopped_by);
  EXPECT_FALSE(RaceFile(path, 500).read());
}

TEST(RaceFile, TrustsNeitherAnotherBuildNorATornFile) {
  const ScratchDirectory scratch;
  const std::filesystem::path path = scratch.path() / "cgs-1.json";
  RaceFile(path, 100).keep({});
  const auto text = read_file(path);
  ASSERT_TRUE(text);
  write_file(path, text->substr(0, text->size() / 2));
  EXPECT_FALSE(RaceFile(path, 100).read());
  std::string other = *text;
  other.replace(other.find("\"build\":\"") + 9, 1, "x");
  write_file(path, other);
  EXPECT_FALSE(RaceFile(path, 100).read());
}

}  // namespace
}  // namespace espalier::bench
