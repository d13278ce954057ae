#include "program/sources.h"

#include <gtest/gtest.h>

#include "base/result.h"

namespace espalier::program {
namespace {

const std::vector<Source> all = {{ESP_SOURCE_STDIN, 3, ""},
                                 {ESP_SOURCE_FILE, 4, "in"},
                                 {ESP_SOURCE_ARGUMENT, 2, ""},
                                 {ESP_SOURCE_ENVIRONMENT, 2, "MODE"}};

TEST(Sources, EveryVariableBelongsToOneSource) {
  const Layout layout = lay_out(all);
  std::vector<int> owners(layout.stream_first, 0);
  for (const esp_source& source : layout.sources) {
    owners[source.absent]++;
    for (std::uint32_t i = 0; i < source.size; ++i) owners[source.first + i]++;
  }
  EXPECT_EQ(owners, std::vector<int>(layout.stream_first, 1));
}

TEST(Sources, TheInputOfZerosHasEveryByteOfAStreamAndEmptyStrings) {
  const Layout layout = lay_out(all);
  EXPECT_EQ(bytes_of(layout.sources[0], Input{}), std::string(3, '\0'));
  EXPECT_EQ(bytes_of(layout.sources[1], Input{}), std::string(4, '\0'));
  EXPECT_EQ(bytes_of(layout.sources[2], Input{}), "");
}

TEST(Sources, BytesComeBackAsTheyWereSet) {
  const Layout layout = lay_out(all);
  for (const char* bytes : {"", "a", "ab"})
    for (const esp_source& source : layout.sources) {
      Input input;
      set_bytes(source, bytes, input);
      EXPECT_EQ(bytes_of(source, input), bytes) << describe(source);
    }
}

TEST(Sources, WhatDoesNotFitIsCutAndWhatIsMissingCannotBeMoreThanThereIs) {
  const Layout layout = lay_out(all);
  Input input;
  set_bytes(layout.sources[0], "abcdef", input);
  EXPECT_EQ(bytes_of(layout.sources[0], input), "abc");
  input.set(layout.sources[0].absent, 60'000);
  EXPECT_EQ(bytes_of(layout.sources[0], input), "");
}

TEST(Sources, ArgumentsStandWhereThePlaceholdersAre) {
  Layout layout =
      lay_out({{ESP_SOURCE_FILE, 4, "in"}, {ESP_SOURCE_ARGUMENT, 2, ""}, {ESP_SOURCE_ARGUMENT, 2, ""}});
  const auto arguments = place_arguments({"-v", "@arg", "@@"}, layout);
  EXPECT_EQ(arguments, (std::vector<std::string>{"-v", "", "in", ""}));
  EXPECT_EQ(layout.sources[1].position, 2u);  // argv[0] is the program
  EXPECT_EQ(layout.sources[2].position, 4u);
}

TEST(Sources, APlaceholderWithoutAnInputIsAnError) {
  Layout layout = lay_out({});
  EXPECT_THROW(place_arguments({"@@"}, layout), UserError);
  EXPECT_THROW(place_arguments({"@arg"}, layout), UserError);
}

TEST(Sources, WhatCannotBeMadeIsAnError) {
  EXPECT_THROW(lay_out({{ESP_SOURCE_FILE, 4, "a/b"}}), UserError);
  EXPECT_THROW(lay_out({{ESP_SOURCE_FILE, 4, ""}}), UserError);
  EXPECT_THROW(lay_out({{ESP_SOURCE_ENVIRONMENT, 4, "A=B"}}), UserError);
  EXPECT_THROW(lay_out({{ESP_SOURCE_STDIN, 70'000, ""}}), UserError);
  EXPECT_THROW(lay_out({{ESP_SOURCE_FILE, 4, std::string(200, 'x')}}), UserError);
  EXPECT_THROW(lay_out(std::vector<Source>(17, {ESP_SOURCE_ARGUMENT, 1, ""})), UserError);
}

}  // namespace
}  // namespace espalier::program
