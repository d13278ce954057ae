// Plain builds of the exported tests.
#include <sstream>

#include <fmt/format.h>

#include "suite/export/text.h"
#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

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

}  // namespace espalier::suite
