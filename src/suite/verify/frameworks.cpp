// Builds and runs the tests of frameworks that have no death tests: one process for each test.
#include <fmt/format.h>

#include "suite/export/text.h"
#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// Commands of one step, the first that works counts: compilers and versions of a framework differ.
using Alternatives = std::vector<std::vector<std::string>>;

struct Recipe {
  const char* name;
  const char* header;  ///< when the compiler does not find it, the framework is not there
  const char* package;
  const char* passed;  ///< what it prints when all tests pass
  std::vector<Alternatives> steps;
  std::string binary;
};

Recipe catch2(const Suite& suite, const ExportedFiles& files, const std::filesystem::path& scratch) {
  const auto flags = portable_flags(*suite.source);
  const auto unit = (scratch / "catch2_unit.o").string(), tests = (scratch / "catch2_tests.o").string();
  const auto binary = (scratch / "catch2_tests").string();
  const auto unit_by = [&](const char* compiler) {
    std::vector<std::string> argv = {compiler};
    append(argv, flags.compile);
    append(argv, {"-O0", "-w", "-fwrapv", "-I" + files.adapter.parent_path().string(), "-c",
                  files.adapter.string(), "-o", unit});
    return argv;
  };
  std::vector<std::string> cpp = {"g++", "-std=c++17", "-O0", "-w"},
                           link = {"g++", tests, unit, "-o", binary};
  append(cpp, layout_flags(flags.compile));
  append(cpp, {"-c", files.catch2.string(), "-o", tests});
  append(link, flags.link);
  auto version_3 = link;
  append(version_3, {"-lCatch2Main", "-lCatch2", "-lm"});
  link.emplace_back("-lm");
  return {"Catch2",
          "catch2/catch.hpp: No such file",
          "catch2",
          "All tests passed",
          {{unit_by("gcc"), unit_by("clang-19")}, {cpp}, {link, version_3}},
          binary};
}

Recipe cmocka(const Suite& suite, const ExportedFiles& files, const std::filesystem::path& scratch) {
  const auto flags = portable_flags(*suite.source);
  const auto binary = (scratch / "cmocka_tests").string();
  const auto by = [&](const char* compiler) {
    std::vector<std::string> argv = {compiler};
    append(argv, flags.compile);
    append(argv, {"-O0", "-w", "-fwrapv", "-I" + files.adapter.parent_path().string(), files.cmocka.string(),
                  files.check.string(), "-o", binary});
    append(argv, flags.link);
    append(argv, {"-lcmocka", "-lm"});
    return argv;
  };
  return {"cmocka", "cmocka.h", "libcmocka-dev", "[  PASSED  ] 1 test(s).", {{by("gcc"), by("clang-19")}},
          binary};
}

/// Empty when all steps worked.
std::string build(const Recipe& recipe, const std::atomic<bool>* cancelled, bool& is_missing) {
  for (const auto& step : recipe.steps) {
    std::string error;
    for (const auto& argv : step) {
      const auto outcome = run_command({.argv = argv, .cancelled = cancelled});
      if (outcome.ok()) {
        error.clear();
        break;
      }
      if (!error.empty()) continue;  // the first compiler's words
      error = outcome.started ? first_error(outcome.err) : fmt::format("cannot start {}", argv[0]);
      is_missing = outcome.err.find(recipe.header) != std::string::npos &&
                   outcome.err.find("No such file") != std::string::npos;
    }
    if (!error.empty()) return error;
  }
  return {};
}

/// The lines that say what went wrong, in one.
std::string detail(const std::string& output) {
  constexpr std::size_t kLongest = 400;
  std::string text;
  for (const char c : output) {
    const bool space = c == '\n' || c == ' ';
    if (space && (text.empty() || text.back() == ' ')) continue;
    text += space ? ' ' : c;
    if (text.size() == kLongest) return text + "...";
  }
  return text;
}

void check(const Recipe& recipe, const std::set<std::string>& names, const std::atomic<bool>* cancelled,
           GtestOutcome& result) {
  bool is_missing = false;
  if (const auto error = build(recipe, cancelled, is_missing); !error.empty()) {
    if (is_missing) {
      result.report.notes.push_back(fmt::format(
          "{} is not installed (Debian: {}): its tests were not checked", recipe.name, recipe.package));
    } else {
      result.report.built = false;
      result.report.failures.push_back(fmt::format("{}: does not compile: {}", recipe.name, error));
    }
    return;
  }
  std::vector<Command> commands;
  for (const auto& name : names) commands.push_back({.argv = {recipe.binary, name}, .cancelled = cancelled});
  const auto outcomes = run_commands(commands, 2);
  std::size_t i = 0;
  for (const auto& name : names) {
    const auto& outcome = outcomes[i++];
    if (outcome.ok() || outcome.cancelled) continue;
    const auto said = outcome.out + outcome.err;
    if (said.find(recipe.passed) != std::string::npos)
      result.report.notes.push_back(fmt::format(
          "{}: {} passes, but the code under test changes how its process ends (atexit)", recipe.name, name));
    else
      result.deviations.push_back({recipe.name, name, detail(said)});
  }
}

}  // namespace

void check_frameworks(const Suite& suite, const ExportedFiles& files, const std::filesystem::path& scratch,
                      const std::set<std::string>& names, const std::atomic<bool>* cancelled,
                      GtestOutcome& result) {
  if (suite.has_format("catch2")) check(catch2(suite, files, scratch), names, cancelled, result);
  if (suite.has_format("cmocka")) check(cmocka(suite, files, scratch), names, cancelled, result);
}

}  // namespace espalier::suite
