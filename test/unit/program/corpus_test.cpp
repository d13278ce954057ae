#include "program/corpus.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace espalier::program {
namespace {
namespace fs = std::filesystem;

search::Candidate run_that(esp_status status, const Input& input, std::uint64_t number) {
  search::Candidate run;
  run.input = input;
  run.status = status;
  run.detail = status == ESP_CRASH ? 11 : 0;
  run.run = number;
  return run;
}

TEST(Corpus, EachInputIsAPlainFileInTheFolderOfItsKind) {
  const ScratchDirectory scratch;
  const Layout layout = lay_out({{ESP_SOURCE_STDIN, 3, ""}});
  Input input;
  set_bytes(layout.sources[0], "ab", input);
  Corpus corpus(scratch.path(), layout.sources);
  corpus.add(run_that(ESP_EXIT, input, 1));
  corpus.add(run_that(ESP_CRASH, input, 2));
  corpus.add(run_that(ESP_STEPS, input, 7));
  EXPECT_EQ(*read_file(scratch.path() / "queue/id:000000,run:1"), "ab");
  EXPECT_EQ(*read_file(scratch.path() / "crashes/id:000000,sig:11,run:2"), "ab");
  EXPECT_EQ(*read_file(scratch.path() / "hangs/id:000000,run:7"), "ab");
}

TEST(Corpus, SeveralInputsHaveAFileEachAndWhatIsNotSetHasNone) {
  const ScratchDirectory scratch;
  const Layout layout = lay_out({{ESP_SOURCE_STDIN, 3, ""}, {ESP_SOURCE_ENVIRONMENT, 3, "MODE"}});
  Input input;
  set_bytes(layout.sources[0], "x", input);
  Input unset = input;
  unset.set(layout.sources[1].absent, 1);
  Corpus corpus(scratch.path(), layout.sources);
  corpus.add(run_that(ESP_EXIT, input, 1));
  corpus.add(run_that(ESP_EXIT, unset, 2));
  const auto& files = corpus.files();
  EXPECT_EQ(*read_file(files[0] / "stdin"), "x");
  EXPECT_TRUE(fs::exists(files[0] / "environment.MODE"));
  EXPECT_FALSE(fs::exists(files[1] / "environment.MODE"));
}

TEST(Corpus, AnInputOfWhichNothingIsSetIsThereToo) {
  const ScratchDirectory scratch;
  const Layout layout = lay_out({{ESP_SOURCE_ENVIRONMENT, 3, "A"}, {ESP_SOURCE_ENVIRONMENT, 3, "B"}});
  Input unset;
  for (const esp_source& source : layout.sources) unset.set(source.absent, 1);
  Corpus corpus(scratch.path(), layout.sources);
  corpus.add(run_that(ESP_EXIT, unset, 1));
  EXPECT_TRUE(fs::is_empty(corpus.files()[0]));
}

TEST(Corpus, AnswersAreSignedNumbersOneALine) {
  const ScratchDirectory scratch;
  search::Candidate run = run_that(ESP_EXIT, {}, 1);
  run.outputs = {{0, 32, 0xffffffff}, {1, 1, 1}, {2, 8, 0x7f}};
  Corpus corpus(scratch.path(), {});
  corpus.add(run);
  EXPECT_EQ(*read_file(corpus.files()[0]), "-1\n1\n127\n");
}

TEST(Corpus, OldInputsAreRemovedAtTheEndAndOtherFilesStay) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "queue/id:000005,run:9", "old");
  write_file(scratch.path() / "queue/mine", "mine");
  Corpus corpus(scratch.path(), {});
  corpus.add(run_that(ESP_EXIT, {}, 1));
  EXPECT_TRUE(fs::exists(scratch.path() / "queue/id:000005,run:9")) << "the search may not come to its end";
  corpus.remove_earlier();
  EXPECT_FALSE(fs::exists(scratch.path() / "queue/id:000005,run:9"));
  EXPECT_TRUE(fs::exists(scratch.path() / "queue/mine"));
  EXPECT_TRUE(fs::exists(corpus.files()[0]));
}

TEST(Corpus, AnOldInputOfTheSameNameMakesRoomWhateverItsForm) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "queue/id:000000,run:1/stdin", "old");
  write_file(scratch.path() / "queue/id:000000,run:1/bytes", "old");
  const Layout layout = lay_out({{ESP_SOURCE_STDIN, 3, ""}});
  Input input;
  set_bytes(layout.sources[0], "ab", input);
  Corpus corpus(scratch.path(), layout.sources);
  corpus.add(run_that(ESP_EXIT, input, 1));
  EXPECT_EQ(*read_file(corpus.files()[0]), "ab");
}

TEST(Corpus, WhatCannotBeWrittenIsToldAndTheRestIsWritten) {
  const ScratchDirectory scratch;
  const Layout layout = lay_out({{ESP_SOURCE_STDIN, 3, ""}});
  Corpus corpus(scratch.path(), layout.sources);
  fs::remove(scratch.path() / "hangs");
  write_file(scratch.path() / "hangs", "in the way");
  corpus.add(run_that(ESP_STEPS, {}, 1));
  corpus.add(run_that(ESP_EXIT, {}, 2));
  EXPECT_NE(corpus.problem().find("hangs"), std::string::npos) << corpus.problem();
  ASSERT_EQ(corpus.files().size(), 2U);
  EXPECT_TRUE(fs::exists(corpus.files()[1]));
}

TEST(Corpus, SeedsComeInTheOrderOfTheirNamesFromTheQueueIfThereIsOne) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "b", "2");
  write_file(scratch.path() / "a", "1");
  EXPECT_EQ(read_seeds(scratch.path()), (std::vector<std::string>{"1", "2"}));
  write_file(scratch.path() / "queue/id:000000", "3");
  EXPECT_EQ(read_seeds(scratch.path()), (std::vector<std::string>{"3"}));
  write_file(scratch.path() / "hangs/id:000000", "5");
  write_file(scratch.path() / "crashes/id:000000", "4");
  write_file(scratch.path() / "crashes/README.txt", "AFL++ puts this there");
  EXPECT_EQ(read_seeds(scratch.path()), (std::vector<std::string>{"3", "4", "5"})) << "then its findings";
  EXPECT_THROW(read_seeds(scratch.path() / "nowhere"), UserError);
}

}  // namespace
}  // namespace espalier::program
