// The tests once more, on builds that see what plain ones do not.
#include "suite/verify/sanitize.h"

#include <fmt/format.h>

#include "suite/export/text.h"
#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

constexpr int kReportedExit = 99;

SanitizedBuild build(const Suite& suite, const ExportedFiles& files, const std::filesystem::path& binary,
                     const std::vector<std::string>& sanitizers, const VerifyOptions& options) {
  SanitizedBuild made;
  made.binary = binary.string();
  auto& argv = made.compile.argv;
  const auto clang = find_program({"clang-19", "clang"});
  const auto flags = portable_flags(*suite.source);
  argv = {clang.empty() ? "clang-19" : clang};
  append(argv, flags.compile);
  append(argv, {"-O0", "-gline-tables-only", "-w", "-fno-omit-frame-pointer", "-fPIE", "-pie",
                "-DESPALIER_SANITIZED", "-I" + files.plain_c.parent_path().string()});
  append(argv, sanitizers);
  append(argv, {files.plain_c.string(), files.check.string(), "-o", made.binary});
  append(argv, flags.link);
  argv.push_back("-lm");
  made.compile.cancelled = options.cancelled;
  return made;
}

// What runs out of something would only run out of it sooner, and hangs take their time again.
bool can_say_something(const Test& test) {
  switch (test.run.status) {
    case ESP_STEPS:
    case ESP_TIMEOUT:
    case ESP_MEMORY:
    case ESP_STACK:
      return false;
    default:
      return true;
  }
}

std::vector<std::string> names_of_tests(const Suite& suite) {
  std::vector<std::string> names;
  for (const auto& unit : suite.units)
    for (const auto& test : unit.tests)
      if (can_say_something(test)) names.push_back(unit.unit->name + "." + test.name);
  return names;
}

/// From the innermost call in the code under test out to the test, which is ours.
std::vector<Frame> stack_of(const Report& report, const std::map<std::uint64_t, std::vector<Frame>>& known,
                            const ExportedFiles& files) {
  const auto tests = files.plain_c.parent_path().string();
  std::vector<Frame> stack;
  for (const auto counter : report.counters) {
    const auto found = known.find(counter);
    if (found == known.end()) continue;
    for (const auto& frame : found->second) {
      if (frame.file.starts_with(tests)) return stack;
      if (frame.file.find("compiler-rt") == std::string::npos) stack.push_back(frame);
    }
  }
  return stack;
}

}  // namespace

// Of "undefined" only what no compiler gives a meaning to and no honest code relies on: not null plus zero,
// not unaligned accesses, not a shift into the sign bit.
std::vector<SanitizedBuild> sanitized_builds(const Suite& suite, const ExportedFiles& files,
                                             const std::filesystem::path& scratch,
                                             const VerifyOptions& options) {
  std::vector<std::string> address = {
      "-fsanitize=address,array-bounds,integer-divide-by-zero,unreachable,vla-bound,builtin"};
  if (options.check_undefined)
    address.emplace_back("-fsanitize=signed-integer-overflow,shift-exponent");
  else
    address.emplace_back("-fwrapv");
  std::vector<SanitizedBuild> builds = {build(suite, files, scratch / "address_tests", address, options)};
  builds.back().options = fmt::format(
      "ASAN_OPTIONS=symbolize=0:detect_leaks=0:allocator_may_return_null=1:exitcode={}:print_stats=0",
      kReportedExit);
  // Code that it did not compile looks to it as if it initialised nothing.
  if (portable_flags(*suite.source).link.empty()) {
    builds.push_back(build(suite, files, scratch / "memory_tests",
                           {"-fsanitize=memory", "-fno-sanitize-memory-param-retval", "-fwrapv"}, options));
    builds.back().options = fmt::format("MSAN_OPTIONS=symbolize=0:exit_code={}", kReportedExit);
  }
  return builds;
}

std::vector<Report> run_sanitized(const Suite& suite, const std::vector<SanitizedBuild>& builds,
                                  const ExportedFiles& files, const VerifyOptions& options) {
  const auto names = names_of_tests(suite);
  if (names.empty()) return {};
  std::vector<Command> runs;
  for (const auto& one : builds) {
    Command run;
    run.argv = {one.binary};
    append(run.argv, names);
    run.environment = {one.options, "UBSAN_OPTIONS=symbolize=0:print_stacktrace=1"};
    run.cancelled = options.cancelled;
    runs.push_back(std::move(run));
  }
  const auto outcomes = run_commands(runs, 2);

  std::vector<Report> all;
  for (std::size_t i = 0; i < builds.size(); ++i) {
    auto reports = read_reports(outcomes[i].err, builds[i].binary);
    std::vector<std::uint64_t> counters;
    for (const auto& report : reports)
      counters.insert(counters.end(), report.counters.begin(), report.counters.end());
    const auto known = source_frames(counters, builds[i].binary, options.symbolizer);
    for (auto& report : reports) report.stack = stack_of(report, known, files);
    std::move(reports.begin(), reports.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace espalier::suite
