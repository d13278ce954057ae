// tests/CMakeLists.txt, so that the tests join a build by add_subdirectory or stand alone.
#include <fmt/format.h>

#include "base/files.h"
#include "suite/export/text.h"

namespace espalier::suite {
namespace {

// A bracket argument needs no escapes, whatever the flag contains.
std::string arguments(const std::vector<std::string>& flags) {
  std::string text;
  for (const auto& flag : flags) {
    text += " ";
    const bool plain =
        flag.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:") ==
        std::string::npos;
    if (plain)
      text += flag;
    else
      text += "[==[" + flag + "]==]";
  }
  return text;
}

/// The source compiled once, for the C++ frameworks.
constexpr const char* kUnit =
    "\n# The source, for the C++ tests.\n"
    "add_library({stem}_unit OBJECT EXCLUDE_FROM_ALL {stem}_unit.c)\n"
    "target_compile_options({stem}_unit PRIVATE{compile})\n"
    "target_include_directories({stem}_unit PRIVATE ${{CMAKE_CURRENT_SOURCE_DIR}})\n";

constexpr const char* kGoogleTest =
    "\n# GoogleTest, when it is there.\n"
    "find_package(GTest QUIET)\n"
    "if(GTest_FOUND)\n"
    "  add_executable({stem}_test_gtest {stem}_test.cpp $<TARGET_OBJECTS:{stem}_unit>)\n"
    "  target_compile_options({stem}_test_gtest PRIVATE -std=c++17{layout})\n"
    "  target_link_libraries({stem}_test_gtest PRIVATE GTest::gtest_main{link})\n"
    "  include(GoogleTest)\n"
    "  gtest_discover_tests({stem}_test_gtest TEST_PREFIX {stem}_gtest.)\n"
    "endif()\n";

// Version 3 is a library with a main of its own, version 2 one header.
constexpr const char* kCatch2 =
    "\n# Catch2, when it is there.\n"
    "find_package(Catch2 QUIET)\n"
    "if(Catch2_FOUND)\n"
    "  add_executable({stem}_test_catch2 {stem}_test_catch2.cpp $<TARGET_OBJECTS:{stem}_unit>)\n"
    "  target_compile_options({stem}_test_catch2 PRIVATE -std=c++17{layout})\n"
    "  if(TARGET Catch2::Catch2WithMain)\n"
    "    target_link_libraries({stem}_test_catch2 PRIVATE Catch2::Catch2WithMain{link})\n"
    "  else()\n"
    "    target_link_libraries({stem}_test_catch2 PRIVATE Catch2::Catch2{link})\n"
    "  endif()\n"
    "{tests}"
    "endif()\n";

constexpr const char* kCmocka =
    "\n# cmocka, when it is there.\n"
    "find_library(CMOCKA_LIBRARY cmocka)\n"
    "if(CMOCKA_LIBRARY)\n"
    "  add_executable({stem}_test_cmocka {stem}_test_cmocka.c espalier_check.c)\n"
    "  target_compile_options({stem}_test_cmocka PRIVATE{compile})\n"
    "  target_include_directories({stem}_test_cmocka PRIVATE ${{CMAKE_CURRENT_SOURCE_DIR}})\n"
    "  target_link_libraries({stem}_test_cmocka PRIVATE ${{CMOCKA_LIBRARY}}{link})\n"
    "{tests}"
    "endif()\n";

/// One process for each test: they count on fresh global variables.
std::string one_by_one(const Suite& suite, const std::string& stem, const char* framework) {
  std::string text;
  for (const auto& unit : suite.units)
    for (const auto& test : unit.tests)
      if (expected_end(test).kind != End::Kind::Undefined)
        text += fmt::format("  add_test(NAME {0}_{1}.{2}.{3} COMMAND {0}_test_{1} {2}.{3})\n", stem,
                            framework, unit.unit->name, test.name);
  return text;
}

}  // namespace

std::vector<std::filesystem::path> export_cmake(const Suite& suite, const std::filesystem::path& directory) {
  const auto stem = file_stem(suite);
  const auto all = portable_flags(*suite.source);
  std::vector<std::string> compile = {"-fwrapv"}, link = {"m"};
  compile.insert(compile.end(), all.compile.begin(), all.compile.end());
  link.insert(link.begin(), all.link.begin(), all.link.end());

  std::string registered;
  for (const auto& unit : suite.units) {
    if (unit.tests.empty()) continue;
    registered += fmt::format("add_test(NAME {0}_c.{1} COMMAND {0}_test_c {1})\n", stem, unit.unit->name);
  }
  const auto compiled = arguments(compile), linked = arguments(link),
             layout = arguments(layout_flags(all.compile));
  const auto part = [&](const char* format, const std::string& tests = {}) {
    return fmt::format(fmt::runtime(format), fmt::arg("stem", stem), fmt::arg("compile", compiled),
                       fmt::arg("link", linked), fmt::arg("layout", layout), fmt::arg("tests", tests));
  };
  auto text = fmt::format(
      "# Builds the tests of {source} and registers them with CTest.\n"
      "cmake_minimum_required(VERSION 3.16)\n"
      "if(NOT CMAKE_PROJECT_NAME)\n"
      "{compiler}"
      "  project({stem}_tests LANGUAGES C CXX)\n"
      "endif()\n"
      "enable_testing()\n\n"
      "# Plain C: needs nothing but a compiler.  Signed overflow wraps, as it did when the tests were made.\n"
      "add_executable({stem}_test_c {stem}_test.c espalier_check.c)\n"
      "target_compile_options({stem}_test_c PRIVATE{compile})\n"
      "target_include_directories({stem}_test_c PRIVATE ${{CMAKE_CURRENT_SOURCE_DIR}})\n"
      "target_link_libraries({stem}_test_c PRIVATE{link})\n"
      "{registered}",
      fmt::arg("compiler", suite.compiler.empty()
                               ? ""
                               : fmt::format("  # Others do not take the flags of the source.\n"
                                             "  set(CMAKE_C_COMPILER {})\n",
                                             suite.compiler)),
      fmt::arg("source", suite.source->path.filename().string()), fmt::arg("stem", stem),
      fmt::arg("compile", compiled), fmt::arg("link", linked), fmt::arg("registered", registered));
  const bool gtest = suite.has_format("gtest"), catch2 = suite.has_format("catch2");
  if (gtest || catch2) text += part(kUnit);
  if (gtest) text += part(kGoogleTest);
  if (catch2) text += part(kCatch2, one_by_one(suite, stem, "catch2"));
  if (suite.has_format("cmocka")) text += part(kCmocka, one_by_one(suite, stem, "cmocka"));
  const auto path = directory / "tests" / "CMakeLists.txt";
  write_file(path, text);
  return {path};
}

}  // namespace espalier::suite
