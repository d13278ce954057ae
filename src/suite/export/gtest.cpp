// GoogleTest files: <stem>_test.cpp with the adapter and the header it needs.
#include <fmt/format.h>

#include "base/files.h"
#include "suite/export/cpp_test.h"

namespace espalier::suite {
namespace {

std::string death_text(const UnitSuite& unit, const search::Candidate& run, const std::string& call,
                       const End& end) {
  switch (end.kind) {
    case End::Kind::Returns:
    case End::Kind::Undefined:
      break;
    case End::Kind::Signal:
      return fmt::format("  EXPECT_EXIT({{ alarm(10); {}; }}, ::testing::KilledBySignal({}), \"\");\n", call,
                         signal_text(end.code));
    case End::Kind::Exit:
      if (run.message == "pthread_exit")  // it unwinds the stack, which a death test takes for an exception
        return fmt::format("  GTEST_SKIP() << \"{} ends the thread by pthread_exit\";\n", unit.unit->name);
      return fmt::format("  EXPECT_EXIT({{ alarm(10); {}; }}, ::testing::ExitedWithCode({}), \"\");\n", call,
                         end.code);
    case End::Kind::Hang:
      return fmt::format("  EXPECT_EXIT({{ alarm(1); {}; _exit(0); }}, hangs_or_is_long, \"\");\n", call);
    case End::Kind::Memory:
      return fmt::format("  EXPECT_EXIT({{ limit_memory(); {}; _exit(errno == ENOMEM); }}, dies, \"\");\n",
                         call);
    case End::Kind::Dies:
      return fmt::format("  EXPECT_EXIT({{ alarm(10); {}; _exit(0); }}, dies, \"\");\n", call);
  }
  return {};
}

std::string helpers_text(const Suite& suite) {
  const auto needs = needs_of(suite);
  std::string text;
  if (needs.hang) {
    text +=
        "// A hang is stopped by the alarm; a run that was only long may end by itself.\n"
        "bool hangs_or_is_long(int status) {\n"
        "  return ::testing::KilledBySignal(SIGALRM)(status) || ::testing::ExitedWithCode(0)(status);\n"
        "}\n\n";
  }
  text += common_helpers(needs);
  if (needs.death) text += "bool dies(int status) { return !::testing::ExitedWithCode(0)(status); }\n\n";
  return text;
}

constexpr Dialect kGoogleTest = {
    .includes = "#include <gtest/gtest.h>\n",
    .head = "TEST({unit}, {name}) {{\n",
    .head_if_asked = "TEST({unit}, DISABLED_{name}) {{\n",
    .equal = "EXPECT_EQ({}, {})",
    .is_true = "EXPECT_TRUE({})",
    .is_false = "EXPECT_FALSE({})",
    .death = death_text,
    .helpers = helpers_text,
    .fresh =
        "Each test counts on fresh global variables: run them with ctest, which starts a process for each.",
};

}  // namespace

std::vector<std::filesystem::path> export_gtest(const Suite& suite, const std::filesystem::path& directory) {
  const auto stem = file_stem(suite);
  const auto tests = directory / "tests";
  const std::vector<std::filesystem::path> paths = {tests / (stem + "_unit.c"), tests / (stem + "_api.h"),
                                                    tests / (stem + "_test.cpp")};
  write_file(paths[0], adapter_text(suite));
  write_file(paths[1], api_text(suite));
  write_file(paths[2], cpp_file_text(suite, kGoogleTest));
  return paths;
}

}  // namespace espalier::suite
