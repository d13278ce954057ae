// Asks tools that know nothing of us whether the exported tests do what we say.
#include <future>

#include <fmt/format.h>

#include "base/files.h"
#include "suite/verify/measure.h"

namespace espalier::suite {
namespace {

constexpr unsigned kJobs = 2;

// Lines that the plain C runner marks: what failed, and what is worth a remark.
void read_runner_output(const std::string& compiler, const CommandOutcome& outcome, Verification& report) {
  bool told = false;
  std::size_t start = 0;
  while (start < outcome.out.size()) {
    auto end = outcome.out.find('\n', start);
    if (end == std::string::npos) end = outcome.out.size();
    const auto line = outcome.out.substr(start, end - start);
    if (line.rfind("FAILED ", 0) == 0) {
      report.failures.push_back(fmt::format("plain C, {}: {}", compiler, line.substr(7)));
      told = true;
    } else if (line.rfind("NOTE ", 0) == 0) {
      report.notes.push_back(line.substr(5));
    }
    start = end + 1;
  }
  if (outcome.ok() || told) return;
  const auto how = outcome.timed_out
                       ? std::string("took too long")
                       : fmt::format("ended with status {}, signal {}", outcome.exit_code, outcome.signal);
  report.failures.push_back(fmt::format("plain C, {}: the test program {}", compiler, how));
}

// One measurement per group.  The steps of a tool depend on each other, those of groups do not.
std::vector<Measurement> measure(const CoverageBuild& build, const std::vector<Group>& groups,
                                 Verification& report) {
  std::vector<Command> runs, index, prints;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    runs.push_back(gcov_run(build, groups[i], i));
    runs.push_back(llvm_run(build, groups[i], i));
    index.push_back(llvm_index(build, i));
    prints.push_back(gcov_print(build, i));
    prints.push_back(llvm_print(build, i));
  }
  const auto ran = run_commands(runs, kJobs);
  const auto indexed = run_commands(index, kJobs);
  const auto printed = run_commands(prints, kJobs);

  std::vector<Measurement> result(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    read_runner_output("gcc", ran[2 * i], report);
    read_runner_output("clang", ran[2 * i + 1], report);
    if (printed[2 * i].ok())
      read_gcov(printed[2 * i].out, result[i]);
    else
      report.failures.push_back(fmt::format("gcov: {}", printed[2 * i].err));
    if (printed[2 * i + 1].ok())
      read_llvm_cov(printed[2 * i + 1].out, result[i]);
    else
      report.failures.push_back(fmt::format("llvm-cov: {}{}", indexed[i].err, printed[2 * i + 1].err));
  }
  return result;
}

}  // namespace

std::vector<Group> groups_of(const Suite& suite) {
  std::vector<Group> groups;
  for (std::size_t unit = 0; unit < suite.units.size(); ++unit) {
    for (const bool failing : {false, true}) {
      Group group{unit, failing, {}};
      for (const auto& test : suite.units[unit].tests) {
        if (failed(test.run) == failing)
          group.tests.push_back(suite.units[unit].unit->name + "." + test.name);
      }
      if (!group.tests.empty()) groups.push_back(std::move(group));
    }
  }
  return groups;
}

Verification verify(const Suite& suite, const std::filesystem::path& directory,
                    const VerifyOptions& options) {
  const ScratchDirectory scratch;
  const auto files = exported_files(suite, std::filesystem::absolute(directory));
  const auto groups = groups_of(suite);

  // GoogleTest takes longest to compile: it gets one core, everything else the other.
  auto gtest = std::async(std::launch::async, [&] {
    if (options.gtest) return check_gtest(suite, files, scratch.path());
    Verification left_out;
    left_out.built = true;
    return left_out;
  });
  Verification report;
  const auto build = build_with_coverage(suite, files, scratch.path(), report);
  const bool plain_built = !build.gcov_binary.empty() && !build.llvm_binary.empty();
  if (plain_built) {
    const auto measurements = measure(build, groups, report);
    for (std::size_t unit = 0; unit < suite.units.size(); ++unit) {
      Measurement returning, failing;
      for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].unit == unit) (groups[i].failing ? failing : returning) = measurements[i];
      }
      compare(suite, suite.units[unit], returning, failing, report);
    }
  }

  const auto cpp = gtest.get();
  report.failures.insert(report.failures.end(), cpp.failures.begin(), cpp.failures.end());
  report.notes.insert(report.notes.end(), cpp.notes.begin(), cpp.notes.end());
  report.built = plain_built && cpp.built;
  report.passed = report.built && report.failures.empty();
  return report;
}

}  // namespace espalier::suite
