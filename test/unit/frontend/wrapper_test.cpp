#include "frontend/wrapper.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"

namespace espalier::frontend {
namespace {

using Arguments = std::vector<std::string>;

Arguments wrapped(const Arguments& arguments) {
  return wrapped_command({"clang-19", "/lib/pass.so", "/lib/program.a"}, false, arguments);
}

bool has(const Arguments& command, const std::string& argument) {
  return std::ranges::find(command, argument) != command.end();
}

bool instruments(const Arguments& arguments) { return has(wrapped(arguments), "-fpass-plugin=/lib/pass.so"); }
bool links_runtime(const Arguments& arguments) { return has(wrapped(arguments), "/lib/program.a"); }

TEST(Wrapper, CompilesWithThePassAndLinksWithTheRuntime) {
  EXPECT_TRUE(instruments({"-c", "a.c"}));
  EXPECT_FALSE(links_runtime({"-c", "a.c"}));
  EXPECT_TRUE(links_runtime({"a.o", "-o", "a"}));
  EXPECT_TRUE(instruments({"a.c", "b.o"}) && links_runtime({"a.c", "b.o"}));
}

TEST(Wrapper, OurFlagsComeAfterTheUsersSoThatTheyWin) {
  const Arguments command = wrapped({"-O0", "-c", "a.c"});
  EXPECT_LT(std::ranges::find(command, "-O0"), std::ranges::find(command, "-O2"));
}

TEST(Wrapper, WhatMakesNoCodeIsPassedOnAsItIs) {
  for (const Arguments& arguments : {Arguments{"-E", "a.c"},
                                     {"-S", "a.c"},
                                     {"-M", "a.c"},
                                     {"--version"},
                                     {"-v"},
                                     {"-print-search-dirs"},
                                     {}}) {
    Arguments expected{"clang-19"};
    expected.insert(expected.end(), arguments.begin(), arguments.end());
    EXPECT_EQ(wrapped(arguments), expected);
  }
}

TEST(Wrapper, SharedLibrariesAreNotInstrumented) {
  EXPECT_FALSE(instruments({"-fPIC", "-c", "a.c"}));
  EXPECT_TRUE(instruments({"-fPIC", "-fno-PIC", "-c", "a.c"}));
  EXPECT_TRUE(instruments({"-fPIE", "-c", "a.c"}));
  EXPECT_FALSE(links_runtime({"-shared", "a.o"}));
  EXPECT_FALSE(links_runtime({"-r", "a.o", "-o", "b.o"}));
}

TEST(Wrapper, ValuesOfFlagsAreNoInputFiles) {
  EXPECT_FALSE(links_runtime({"-v", "-o", "name"}));
  EXPECT_FALSE(links_runtime({"-I", "include", "-v"}));
}

TEST(Wrapper, ResponseFilesAreReadToKnowWhatIsAskedFor) {
  const ScratchDirectory scratch;
  write_file(scratch.path() / "arguments", "-c 'a b.c'\n-o \"a b.o\"\n");
  const Arguments arguments{"@" + (scratch.path() / "arguments").string()};
  EXPECT_TRUE(instruments(arguments));
  EXPECT_FALSE(links_runtime(arguments));
}

}  // namespace
}  // namespace espalier::frontend
