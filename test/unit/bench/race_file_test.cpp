#include "strategies/race_file.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace espalier::bench {
namespace {

TEST(RaceFile, GivesBackWhatWasKeptUnderTheSameCircumstancesOnly) {
  const ScratchDirectory scratch;
  const std::filesystem::path path = scratch.path() / "subject" / "cgs-1.json";
  EXPECT_FALSE(RaceFile(path, "a build, 4000").read());
  Race race;
  race.news = {1, 1, 7, 3999};
  race.iterations = 4000;
  race.solver_calls = 12;
  race.cpu_seconds = 0.1 + 0.2;
  race.cpu_at = {0.125, 1.0 / 3};
  race.stopped_by = "iterations";
  RaceFile(path, "a build, 4000").keep(race);
  const auto kept = RaceFile(path, "a build, 4000").read();
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->news, race.news);
  EXPECT_EQ(kept->iterations, race.iterations);
  EXPECT_EQ(kept->solver_calls, race.solver_calls);
  EXPECT_EQ(kept->cpu_seconds, race.cpu_seconds);
  EXPECT_EQ(kept->cpu_at, race.cpu_at);
  EXPECT_EQ(kept->stopped_by, race.stopped_by);
  EXPECT_FALSE(RaceFile(path, "a build, 500").read());
}

TEST(RaceFile, TrustsNoFileThatIsTornOrSomethingElse) {
  const ScratchDirectory scratch;
  const std::filesystem::path path = scratch.path() / "cgs-1.json";
  RaceFile(path, "a build").keep({});
  const auto text = read_file(path);
  ASSERT_TRUE(text);
  write_file(path, text->substr(0, text->size() / 2));
  EXPECT_FALSE(RaceFile(path, "a build").read());
  for (const char* other : {"", "7", "[]", "{}", "{\"circumstances\":\"another build\"}"}) {
    write_file(path, other);
    EXPECT_FALSE(RaceFile(path, "a build").read()) << other;
  }
}

TEST(RaceFile, HasAStampThatChangesWithAFile) {
  const ScratchDirectory scratch;
  const std::filesystem::path path = scratch.path() / "program";
  write_file(path, "one");
  const std::string before = stamp_of(path);
  EXPECT_EQ(stamp_of(path), before);
  write_file(path, "other");
  EXPECT_NE(stamp_of(path), before);
}

}  // namespace
}  // namespace espalier::bench
