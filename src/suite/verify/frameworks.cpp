// Builds and runs the tests in the frameworks that were chosen.
#include <fmt/format.h>

#include <sstream>

#include "suite/export/text.h"
#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

/// Commands of one step, the first that works counts: compilers and versions of a framework differ.
using Alternatives = std::vector<std::vector<std::string>>;

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

struct Recipe {
  const char* name;
  const char* header;  ///< when the compiler does not find it, the framework is not there
  const char* package;
  const char* passed;  ///< what it prints when all tests pass
  std::vector<Alternatives> steps;
  std::string binary;
  std::string filter{};                ///< stands before the name of a test
  std::vector<std::string> options{};  ///< of every run
  std::string (*what)(const std::string& output) = detail;  ///< of a test that fails
  /// Which tests failed, of a run of all.  Null: each is run in a process of its own at once.
  std::set<std::string> (*failed)(const std::string& output) = nullptr;
};

/// The unit in C, the tests in C++.  `libraries`: the alternatives to link with.
std::vector<Alternatives> cpp_steps(const Suite& suite, const ExportedFiles& files,
                                    const std::filesystem::path& source, const std::string& binary,
                                    const std::vector<std::vector<std::string>>& libraries) {
  const auto flags = portable_flags(*suite.source);
  const auto unit = binary + "_unit.o", tests = binary + "_tests.o";
  const auto unit_by = [&](const char* compiler) {
    std::vector<std::string> argv = {compiler};
    append(argv, flags.compile);
    append(argv, {"-O0", "-w", "-fwrapv", "-I" + files.adapter.parent_path().string(), "-c",
                  files.adapter.string(), "-o", unit});
    return argv;
  };
  // No -g and no optimisation: nearly all the time goes into the framework's header.
  std::vector<std::string> cpp = {"g++", "-std=c++17", "-O0", "-w"};
  append(cpp, layout_flags(flags.compile));
  append(cpp, {"-c", source.string(), "-o", tests});
  Alternatives links;
  for (const auto& these : libraries) {
    links.push_back({"g++", tests, unit, "-o", binary});
    append(links.back(), flags.link);
    append(links.back(), these);
  }
  return {{unit_by("gcc"), unit_by("clang-19")}, {cpp}, links};
}

// "[  FAILED  ] classify.returns_3 (0 ms)": all names, each once.
std::set<std::string> failed_gtests(const std::string& output) {
  constexpr std::string_view kMark = "[  FAILED  ] ";
  std::set<std::string> names;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(kMark, 0) != 0) continue;
    auto name = line.substr(kMark.size());
    name = name.substr(0, name.find_first_of(" ,"));
    if (name.find('.') != std::string::npos) names.insert(name);
  }
  return names;
}

// What GoogleTest wrote between its frame lines, in one line.
std::string gtest_detail(const std::string& output) {
  std::istringstream lines(output);
  std::string detail;
  for (std::string line; std::getline(lines, line);) {
    const bool frame = line.empty() || line[0] == '[' || line.rfind("Note: ", 0) == 0 ||
                       line.rfind("Running main", 0) == 0 || line.find("FAILED TEST") != std::string::npos;
    if (frame) continue;
    const auto start = line.find_first_not_of(' ');
    if (!detail.empty()) detail += ' ';
    detail += line.substr(start == std::string::npos ? 0 : start);
  }
  return detail;
}

Recipe gtest(const Suite& suite, const ExportedFiles& files, const std::filesystem::path& scratch) {
  const auto binary = (scratch / "gtest_tests").string();
  return {.name = "GoogleTest",
          .header = "gtest/gtest.h",
          .package = "libgtest-dev",
          .passed = "[  PASSED  ] 1 test.",
          .steps =
              cpp_steps(suite, files, files.gtest, binary, {{"-lgtest_main", "-lgtest", "-lpthread", "-lm"}}),
          .binary = binary,
          .filter = "--gtest_filter=",
          .options = {"--gtest_color=no"},
          .what = gtest_detail,
          .failed = failed_gtests};
}

Recipe catch2(const Suite& suite, const ExportedFiles& files, const std::filesystem::path& scratch) {
  const auto binary = (scratch / "catch2_tests").string();
  return {
      .name = "Catch2",
      .header = "catch2/catch.hpp: No such file",
      .package = "catch2",
      .passed = "All tests passed",
      .steps = cpp_steps(suite, files, files.catch2, binary, {{"-lm"}, {"-lCatch2Main", "-lCatch2", "-lm"}}),
      .binary = binary};
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
  return {.name = "cmocka",
          .header = "cmocka.h",
          .package = "libcmocka-dev",
          .passed = "[  PASSED  ] 1 test(s).",
          .steps = {{by("gcc"), by("clang-19")}},
          .binary = binary};
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

// A test that fails beside others may only have met global variables that they changed; what counts
// is a process of its own, as CTest runs it.
void check(const Recipe& recipe, const std::set<std::string>& names, const std::atomic<bool>* cancelled,
           FrameworkOutcome& result) {
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
  const auto command = [&](const std::vector<std::string>& selection) {
    Command run{.argv = {recipe.binary}, .cancelled = cancelled};
    append(run.argv, selection);
    append(run.argv, recipe.options);
    return run;
  };
  auto suspects = names;
  if (recipe.failed != nullptr) {
    const auto all = run_command(command({}));
    if (all.ok() || all.cancelled) return;
    // None: the program died, and any test may be the cause.
    if (auto failed = recipe.failed(all.out); !failed.empty()) suspects = std::move(failed);
  }
  std::vector<Command> commands;
  for (const auto& name : suspects) commands.push_back(command({recipe.filter + name}));
  const auto outcomes = run_commands(commands, 2);
  std::size_t i = 0;
  for (const auto& name : suspects) {
    const auto& outcome = outcomes[i++];
    if (outcome.ok() || outcome.cancelled) continue;
    const auto said = outcome.out + outcome.err;
    if (said.find(recipe.passed) != std::string::npos)
      result.report.notes.push_back(fmt::format(
          "{}: {} passes, but the code under test changes how its process ends (atexit)", recipe.name, name));
    else
      result.deviations.push_back({recipe.name, name, recipe.what(said)});
  }
}

}  // namespace

FrameworkOutcome check_frameworks(const Suite& suite, const ExportedFiles& files,
                                  const std::filesystem::path& scratch, const std::set<std::string>& names,
                                  const std::atomic<bool>* cancelled) {
  FrameworkOutcome result;
  result.report.built = true;
  const std::initializer_list<std::pair<const char*, decltype(&gtest)>> recipes{
      {"gtest", gtest}, {"catch2", catch2}, {"cmocka", cmocka}};
  for (const auto& [format, recipe] : recipes)
    if (suite.has_format(format)) check(recipe(suite, files, scratch), names, cancelled, result);
  return result;
}

}  // namespace espalier::suite
