// Plain builds of the exported tests.
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "suite/export/text.h"
#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Command compile_plain_c(const std::string& compiler, const std::vector<std::string>& judge,
                        const Suite& suite, const ExportedFiles& files, const std::filesystem::path& output) {
  Command command;
  command.argv = {compiler};
  const auto flags = portable_flags(*suite.source);
  append(command.argv, flags.compile);
  append(command.argv, {"-O0", "-g", "-w", "-fwrapv", "-DESPALIER_COVERAGE", "-Wl,--wrap=_exit,--wrap=_Exit",
                        "-I" + files.plain_c.parent_path().string()});
  append(command.argv, judge);
  append(command.argv, {files.plain_c.string(), files.check.string(), "-o", output.string()});
  append(command.argv, flags.link);
  command.argv.push_back("-lm");
  return command;
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

// A test that fails beside others may only have met global variables that they changed; what counts
// is a process of its own, as CTest runs it.
void check_one_by_one(const std::string& binary, const std::set<std::string>& names, GtestOutcome& result) {
  std::vector<Command> commands;
  for (const auto& name : names)
    commands.push_back({{binary, "--gtest_filter=" + name, "--gtest_color=no"}, {}, {}});
  const auto outcomes = run_commands(commands, 2);
  std::size_t i = 0;
  for (const auto& name : names) {
    const auto& outcome = outcomes[i++];
    if (outcome.ok()) continue;
    if (outcome.out.find("[  PASSED  ] 1 test.") != std::string::npos)
      result.report.notes.push_back(fmt::format(
          "GoogleTest: {} passes, but the code under test changes how its process ends (atexit)", name));
    else
      result.deviations.push_back({"GoogleTest", name, gtest_detail(outcome.out)});
  }
}

}  // namespace

std::string file_key(const std::string& path) {
  std::error_code error;
  const auto canonical = std::filesystem::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

ExportedFiles exported_files(const Suite& suite, const std::filesystem::path& directory) {
  const auto stem = file_stem(suite);
  const auto tests = directory / "tests";
  return {tests / (stem + "_test.c"), tests / "espalier_check.c",          tests / (stem + "_test.cpp"),
          tests / (stem + "_unit.c"), tests / (stem + "_test_catch2.cpp"), tests / (stem + "_test_cmocka.c")};
}

std::string first_error(const std::string& output) {
  std::istringstream lines(output);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error:") != std::string::npos || line.find("undefined reference") != std::string::npos)
      return line;
    if (first.empty()) first = line;
  }
  return first;
}

CoverageBuild coverage_build(const Suite& suite, const ExportedFiles& files,
                             const std::filesystem::path& scratch) {
  CoverageBuild build{scratch, scratch / "gcov_tests", scratch / "llvm_tests", {}, {}};
  const auto clang = find_program({"clang-19", "clang"});
  build.gcc = compile_plain_c("gcc", {"--coverage"}, suite, files, build.gcov_binary);
  build.clang =
      compile_plain_c(clang.empty() ? "clang-19" : clang, {"-fprofile-instr-generate", "-fcoverage-mapping"},
                      suite, files, build.llvm_binary);
  return build;
}

void check_builds(Suite& suite, const ExportedFiles& files, CoverageBuild& build, const CommandOutcome& gcc,
                  const CommandOutcome& clang, Verification& report) {
  const auto why = [](const char* compiler, const CommandOutcome& outcome) {
    return outcome.started ? first_error(outcome.err)
                           : fmt::format("cannot start {}; install it to confirm coverage", compiler);
  };
  if (!clang.ok()) {
    build.llvm_binary.clear();
    report.failures.push_back(fmt::format("plain C, clang-19: does not compile: {}", why("clang-19", clang)));
  }
  if (gcc.ok()) return;
  build.gcov_binary.clear();
  const auto error = why("gcc", gcc);
  const bool in_our_text = error.find(files.plain_c.filename().string()) != std::string::npos ||
                           error.find(files.check.filename().string()) != std::string::npos;
  if (!clang.ok() || in_our_text) {
    report.failures.insert(report.failures.begin(), fmt::format("plain C, gcc: does not compile: {}", error));
    return;
  }
  suite.compiler = "clang-19";
  report.notes.push_back(
      fmt::format("gcc does not take this source or its flags ({}): the tests were built with clang-19, "
                  "lines were not confirmed by gcov",
                  error));
}

GtestOutcome check_gtest(const Suite& suite, const ExportedFiles& files, const std::filesystem::path& scratch,
                         const std::set<std::string>& names, const std::atomic<bool>* cancelled) {
  GtestOutcome result;
  auto& report = result.report;
  const auto flags = portable_flags(*suite.source);
  const auto unit = (scratch / "gtest_unit.o").string(), tests = (scratch / "gtest_tests.o").string();
  const auto binary = (scratch / "gtest_tests").string();
  const auto run = [&](std::vector<std::string> argv) {
    return run_command({.argv = std::move(argv), .cancelled = cancelled});
  };
  const auto unit_by = [&](const char* compiler) {
    std::vector<std::string> argv = {compiler};
    append(argv, flags.compile);
    append(argv, {"-O0", "-w", "-fwrapv", "-I" + files.adapter.parent_path().string(), "-c",
                  files.adapter.string(), "-o", unit});
    return argv;
  };
  // No -g and no optimisation: nearly all the time goes into gtest.h.
  std::vector<std::string> cpp = {"g++", "-std=c++17", "-O0", "-w"},
                           link = {"g++", tests, unit, "-o", binary};
  append(cpp, layout_flags(flags.compile));
  append(cpp, {"-c", files.gtest.string(), "-o", tests});
  append(link, flags.link);
  append(link, {"-lgtest_main", "-lgtest", "-lpthread", "-lm"});
  const bool gcc_takes_it = run(unit_by("gcc")).ok();
  for (const auto& step :
       {gcc_takes_it ? std::vector<std::string>{"true"} : unit_by("clang-19"), cpp, link}) {
    const auto outcome = run(step);
    if (outcome.ok()) continue;
    if (outcome.err.find("gtest/gtest.h: No such file") != std::string::npos) {
      report.notes.push_back(
          "GoogleTest is not installed (Debian: libgtest-dev): the C++ tests were not checked");
      report.built = true;
      return result;
    }
    const auto why = outcome.started ? first_error(outcome.err) : fmt::format("cannot start {}", step[0]);
    report.failures.push_back(fmt::format("GoogleTest: does not compile: {}", why));
    return result;
  }
  report.built = true;

  const auto outcome = run({binary, "--gtest_color=no"});
  if (outcome.ok() || outcome.cancelled) return result;
  auto suspects = failed_gtests(outcome.out);
  if (suspects.empty()) suspects = names;  // the program died: any test may be the cause
  check_one_by_one(binary, suspects, result);
  return result;
}

}  // namespace espalier::suite
