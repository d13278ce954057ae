#include "program/corpus.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace espalier::program {
namespace {
namespace fs = std::filesystem;

suite::Test run_that(esp_status status, const Input& input, std::uint64_t number) {
  suite::Test test;
  test.run.input = input;
  test.run.status = status;
  test.run.detail = status == ESP_CRASH ? 11 : 0;
  test.run.run = number;
  return test;
}

TEST(Corpus, EachInputIsAPlainFileInTheFolderOfItsKind) {
  const ScratchDirectory scratch;
  Explored explored;
  explored.layout = lay_out({{ESP_SOURCE_STDIN, 3, ""}});
  Input input;
  set_bytes(explored.layout.sources[0], "ab", input);
  explored.tests = {run_that(ESP_EXIT, input, 1), run_that(ESP_CRASH, input, 2),
                    run_that(ESP_STEPS, input, 7)};
  write_corpus(explored, scratch.path());
  EXPECT_EQ(*read_file(scratch.path() / "queue/id:000000,run:1"), "ab");
  EXPECT_EQ(*read_file(scratch.path() / "crashes/id:000000,sig:11,run:2"), "ab");
  EXPECT_EQ(*read_file(scratch.path() / "hangs/id:000000,run:7"), "ab");
}

TEST(Corpus, SeveralInputsHaveAFileEachAndWhatIsNotSetHasNone) {
  const ScratchDirectory scratch;
  Explored explored;
  explored.layout = lay_out({{ESP_SOURCE_STDIN, 3, ""}, {ESP_SOURCE_ENVIRONMENT, 3, "MODE"}});
  Input input;
  set_bytes(explored.layout.sources[0], "x", input);
  Input unset = input;
  unset.set(explored.layout.sources[1].absent, 1);
  explored.tests = {run_that(ESP_EXIT, input, 1), run_that(ESP_EXIT, unset, 2)};
  const auto files = write_corpus(explored, scratch.path());
  EXPECT_EQ(*read_file(files[0] / "stdin"), "x");
  EXPECT_TRUE(fs::exists(files[0] / "environment.MODE"));
  EXPECT_FALSE(fs::exists(files[1] / "environment.MODE"));
}

TEST(Corpus, AnswersAreSignedNumbersOneALine) {
  const ScratchDirectory scratch;
  Explored explored;
  explored.tests = {run_that(ESP_EXIT, {}, 1)};
  explored.tests[0].run.outputs = {{0, 32, 0xffffffff}, {1, 1, 1}, {2, 8, 0x7f}};
  const auto files = write_corpus(explored, scratch.path());
  EXPECT_EQ(*read_file(files[0]), "-1\n1\n127\n");
}

TEST(Corpus, OldInputsAreRemovedAndOtherFilesStay) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "queue/id:000005,run:9", "old");
  write_file(scratch.path() / "queue/mine", "mine");
  write_corpus(Explored{}, scratch.path());
  EXPECT_FALSE(fs::exists(scratch.path() / "queue/id:000005,run:9"));
  EXPECT_TRUE(fs::exists(scratch.path() / "queue/mine"));
}

TEST(Corpus, SeedsComeInTheOrderOfTheirNamesFromTheQueueIfThereIsOne) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "b", "2");
  write_file(scratch.path() / "a", "1");
  EXPECT_EQ(read_seeds(scratch.path()), (std::vector<std::string>{"1", "2"}));
  write_file(scratch.path() / "queue/id:000000", "3");
  EXPECT_EQ(read_seeds(scratch.path()), (std::vector<std::string>{"3"}));
  EXPECT_THROW(read_seeds(scratch.path() / "nowhere"), UserError);
}

}  // namespace
}  // namespace espalier::program
