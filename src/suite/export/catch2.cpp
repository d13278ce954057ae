// Catch2 files: <stem>_test_catch2.cpp, which compiles with version 2 (one header) and version 3.
//
// Catch2 knows no death tests, so a run that does not come back gets a process of its own here.
#include <fmt/format.h>

#include "base/files.h"
#include "suite/export/cpp_test.h"

namespace espalier::suite {
namespace {

constexpr int kReturned = 251;  // the status of a child whose call came back, or 252 where 251 is expected

std::string death_text(const UnitSuite& unit, const search::Candidate& run, const std::string& call,
                       const End& end) {
  if (run.message == "pthread_exit")  // it unwinds the stack through Catch2, which takes it for an exception
    return fmt::format("  SUCCEED(\"{} ends the thread by pthread_exit\");\n", unit.unit->name);
  const int returned = end.kind == End::Kind::Exit && end.code == kReturned ? kReturned + 1 : kReturned;
  const auto text = [&](const std::string& body, const std::string& condition) {
    return fmt::format(
        "  const int espalier_status = espalier_end_of([&] {{ {} ::_exit({}); }});\n"
        "  CHECK(({}));\n",
        body, returned, condition);
  };
  switch (end.kind) {
    case End::Kind::Returns:
    case End::Kind::Undefined:
      break;
    case End::Kind::Signal:
      return text(fmt::format("::alarm(10); {};", call),
                  fmt::format("WIFSIGNALED(espalier_status) && WTERMSIG(espalier_status) == {}",
                              signal_text(end.code)));
    case End::Kind::Exit:
      return text(fmt::format("::alarm(10); {};", call),
                  fmt::format("WIFEXITED(espalier_status) && WEXITSTATUS(espalier_status) == {}", end.code));
    case End::Kind::Hang:
      return text(fmt::format("::alarm(1); {};", call),
                  fmt::format("(WIFSIGNALED(espalier_status) && WTERMSIG(espalier_status) == SIGALRM) || "
                              "(WIFEXITED(espalier_status) && WEXITSTATUS(espalier_status) == {})",
                              returned));
    case End::Kind::Memory:
      return text(fmt::format("limit_memory(); {}; if (errno == ENOMEM) ::_exit(1);", call),
                  fmt::format("!WIFEXITED(espalier_status) || WEXITSTATUS(espalier_status) != {}", returned));
    case End::Kind::Dies:
      return text(fmt::format("::alarm(10); {};", call),
                  fmt::format("!WIFEXITED(espalier_status) || WEXITSTATUS(espalier_status) != {}", returned));
  }
  return {};
}

std::string helpers_text(const Suite& suite) {
  const auto needs = needs_of(suite);
  auto text = common_helpers(needs);
  if (needs.any) {
    text +=
        "// How a process ends that does this and nothing else: Catch2's own signal handlers are put aside.\n"
        "template <class Function>\n"
        "int espalier_end_of(Function function) {\n"
        "  std::fflush(nullptr);\n"
        "  const ::pid_t child = ::fork();\n"
        "  if (child == 0) {\n"
        "    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGTERM, SIGINT})\n"
        "      ::signal(number, SIG_DFL);\n"
        "    const ::rlimit none = {0, 0};\n"
        "    ::setrlimit(RLIMIT_CORE, &none);\n"
        "    function();\n"
        "  }\n"
        "  int status = 0;\n"
        "  ::waitpid(child, &status, 0);\n"
        "  return status;\n"
        "}\n\n";
  }
  return text;
}

constexpr Dialect kCatch2 = {
    .includes =
        "#if __has_include(<catch2/catch_test_macros.hpp>)\n"
        "#include <catch2/catch_test_macros.hpp>\n"
        "#else\n"
        "#define CATCH_CONFIG_MAIN\n"
        "#define CATCH_CONFIG_NO_POSIX_SIGNALS\n"
        "#include <catch2/catch.hpp>\n"
        "#endif\n",
    .head = "TEST_CASE(\"{unit}.{name}\", \"[{unit}]\") {{\n",
    .head_if_asked = "TEST_CASE(\"{unit}.{name}\", \"[.][{unit}]\") {{\n",
    .equal = "CHECK({} == {})",
    .is_true = "CHECK(({}))",
    .is_false = "CHECK_FALSE(({}))",
    .death = death_text,
    .helpers = helpers_text,
    .fresh =
        "Each test counts on fresh global variables: run them with ctest, which starts a process for each.",
};

}  // namespace

std::vector<std::filesystem::path> export_catch2(const Suite& suite, const std::filesystem::path& directory) {
  const auto stem = file_stem(suite);
  const auto tests = directory / "tests";
  const std::vector<std::filesystem::path> paths = {tests / (stem + "_unit.c"), tests / (stem + "_api.h"),
                                                    tests / (stem + "_test_catch2.cpp")};
  write_file(paths[0], adapter_text(suite));
  write_file(paths[1], api_text(suite));
  write_file(paths[2], cpp_file_text(suite, kCatch2));
  return paths;
}

}  // namespace espalier::suite
