// Plain builds of the exported tests.
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "suite/export/text.h"
#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

// The first error says what is wrong; the rest usually follows from it.
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

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Command compile_plain_c(const std::string& compiler, const std::vector<std::string>& judge,
                        const Suite& suite, const ExportedFiles& files, const std::filesystem::path& output) {
  Command command;
  command.argv = {compiler};
  const auto flags = portable_flags(*suite.source);
  append(command.argv, flags.compile);
  append(command.argv,
         {"-O0", "-g", "-w", "-fwrapv", "-DESPALIER_COVERAGE", "-I" + files.plain_c.parent_path().string()});
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
void check_one_by_one(const std::string& binary, const std::set<std::string>& names, Verification& report) {
  std::vector<Command> commands;
  for (const auto& name : names)
    commands.push_back({{binary, "--gtest_filter=" + name, "--gtest_color=no"}, {}, {}});
  const auto outcomes = run_commands(commands, 2);
  std::size_t i = 0;
  for (const auto& name : names) {
    const auto& outcome = outcomes[i++];
    if (!outcome.ok())
      report.failures.push_back(fmt::format("GoogleTest: {}: {}", name, gtest_detail(outcome.out)));
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
  return {tests / (stem + "_test.c"), tests / "espalier_check.c", tests / (stem + "_test.cpp"),
          tests / (stem + "_unit.c")};
}

CoverageBuild build_with_coverage(const Suite& suite, const ExportedFiles& files,
                                  const std::filesystem::path& scratch, Verification& report) {
  CoverageBuild build{scratch, scratch / "gcov_tests", scratch / "llvm_tests"};
  const auto clang = find_program({"clang-19", "clang"});
  const auto outcomes = run_commands(
      {compile_plain_c("gcc", {"--coverage"}, suite, files, build.gcov_binary),
       compile_plain_c(clang.empty() ? "clang-19" : clang, {"-fprofile-instr-generate", "-fcoverage-mapping"},
                       suite, files, build.llvm_binary)},
      2);
  const auto check = [&](const char* compiler, const CommandOutcome& outcome, std::filesystem::path& binary) {
    if (outcome.ok()) return;
    binary.clear();
    const auto why = outcome.started
                         ? first_error(outcome.err)
                         : fmt::format("cannot start {}; install it to confirm coverage", compiler);
    report.failures.push_back(fmt::format("plain C, {}: does not compile: {}", compiler, why));
  };
  check("gcc", outcomes[0], build.gcov_binary);
  check("clang-19", outcomes[1], build.llvm_binary);
  return build;
}

Verification check_gtest(const Suite& suite, const ExportedFiles& files,
                         const std::filesystem::path& scratch) {
  Verification report;
  const auto flags = portable_flags(*suite.source);
  const auto unit = (scratch / "gtest_unit.o").string(), tests = (scratch / "gtest_tests.o").string();
  const auto binary = (scratch / "gtest_tests").string();
  // No -g and no optimisation: nearly all the time goes into gtest.h.
  Command cpp{{"g++", "-std=c++17", "-O0", "-w"}, {}, {}}, c{{"gcc"}, {}, {}},
      link{{"g++", tests, unit, "-o", binary}, {}, {}};
  append(cpp.argv, layout_flags(flags.compile));
  append(cpp.argv, {"-c", files.gtest.string(), "-o", tests});
  append(c.argv, flags.compile);
  append(c.argv, {"-O0", "-w", "-fwrapv", "-I" + files.adapter.parent_path().string(), "-c",
                  files.adapter.string(), "-o", unit});
  append(link.argv, flags.link);
  append(link.argv, {"-lgtest_main", "-lgtest", "-lpthread", "-lm"});
  for (const auto& step : {c, cpp, link}) {
    const auto outcome = run_command(step);
    if (outcome.ok()) continue;
    if (outcome.err.find("gtest/gtest.h: No such file") != std::string::npos) {
      report.notes.push_back(
          "GoogleTest is not installed (Debian: libgtest-dev): the C++ tests were not checked");
      report.built = true;
      return report;
    }
    const auto why =
        outcome.started ? first_error(outcome.err) : fmt::format("cannot start {}", step.argv[0]);
    report.failures.push_back(fmt::format("GoogleTest: does not compile: {}", why));
    return report;
  }
  report.built = true;

  const auto outcome = run_command({{binary, "--gtest_color=no"}, {}, {}});
  if (outcome.ok()) return report;
  auto suspects = failed_gtests(outcome.out);
  if (suspects.empty()) {  // the program died: any test may be the cause
    for (const auto& group : groups_of(suite)) suspects.insert(group.tests.begin(), group.tests.end());
  }
  check_one_by_one(binary, suspects, report);
  return report;
}

}  // namespace espalier::suite
