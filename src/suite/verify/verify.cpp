// Asks tools that know nothing of us whether the exported tests do what we say.
#include <algorithm>
#include <future>
#include <sstream>

#include <fmt/format.h>

#include "base/files.h"
#include "suite/export/text.h"
#include "suite/verify/confirm.h"
#include "suite/verify/measure.h"
#include "suite/verify/sanitize.h"

namespace espalier::suite {
namespace {

constexpr unsigned kJobs = 2;

// Lines that the plain C runner marks: "FAILED unit.test: what", "ENDED unit.test: how", "NOTE unit.test:
// ...".
void read_runner_output(const std::string& compiler, const CommandOutcome& outcome, Behaviour& behaviour,
                        Verification& report) {
  const auto tool = "plain C, " + compiler;
  bool told = false;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    const auto space = line.find(' '), colon = line.find(": ");
    if (space == std::string::npos || colon == std::string::npos || colon < space) continue;
    const auto word = line.substr(0, space), test = line.substr(space + 1, colon - space - 1);
    if (word == "FAILED") behaviour.deviations.push_back({tool, test, line.substr(colon + 2)}), told = true;
    if (word == "NOTE") behaviour.long_runs.insert(test);
    if (word == "ENDED" && line.find("killed by signal", colon) != std::string::npos)
      behaviour.deaths.insert(test);
  }
  if (outcome.ok() || told || outcome.cancelled) return;
  const auto how = outcome.timed_out
                       ? std::string("took too long")
                       : fmt::format("ended with status {}, signal {}", outcome.exit_code, outcome.signal);
  report.failures.push_back(fmt::format("{}: the test program {}", tool, how));
}

class Verifier {
 public:
  Verifier(Suite& suite, const std::filesystem::path& directory, const VerifyOptions& options)
      : suite_(suite),
        options_(options),
        directory_(std::filesystem::absolute(directory)),
        files_(exported_files(suite, directory_)) {
    if (options_.symbolizer.empty())
      options_.symbolizer = find_program({"llvm-symbolizer-19", "/usr/lib/llvm-19/bin/llvm-symbolizer"});
    if (options_.sanitize && options_.symbolizer.empty()) {
      options_.sanitize = false;
      report_.notes.push_back(
          "llvm-symbolizer-19 is not installed (Debian: llvm-19): the sanitizers were not asked");
    }
  }

  Verification run() {
    // GoogleTest takes longest to compile: it gets one core, everything else the other.
    auto frameworks =
        std::async(std::launch::async, [this, names = names_of_tests()] { return build_frameworks(names); });
    build();
    const bool plain_built = !build_.llvm_binary.empty();
    if (plain_built && !cancelled()) {
      ask_sanitizers();
      measure();
    }
    auto cpp = frameworks.get();
    report_.interrupted = cancelled();
    if (report_.interrupted) {
      report_.failures.clear();  // they may be those of programs that we ended ourselves
      return std::move(report_);
    }
    for (auto& [tool, test, what] : cpp.deviations) behaviour_.deviations.push_back({tool, test, what});
    append(report_.failures, cpp.report.failures);
    append(report_.notes, cpp.report.notes);
    report_.built = plain_built && report_.failures.empty() && cpp.report.built;
    if (plain_built) append(report_.failures, settle(suite_, behaviour_));
    if (plain_built) keep_measurement();
    report_.passed = report_.built && report_.failures.empty();
    if (plain_built) compare_all();
    write_again();
    return std::move(report_);
  }

 private:
  [[nodiscard]] bool cancelled() const { return options_.cancelled != nullptr && options_.cancelled->load(); }

  [[nodiscard]] std::set<std::string> names_of_tests() const {
    std::set<std::string> names;
    for (const auto& unit : suite_.units)
      for (const auto& test : unit.tests)
        if (expected_end(test).kind != End::Kind::Undefined) names.insert(unit.unit->name + "." + test.name);
    return names;
  }

  FrameworkOutcome build_frameworks(const std::set<std::string>& names) const {
    if (options_.frameworks)
      return check_frameworks(suite_, files_, scratch_.path(), names, options_.cancelled);
    FrameworkOutcome none;
    none.report.built = true;
    return none;
  }

  /// What is exported of the run; tests whose failure is explained did not fail.
  void keep_measurement() {
    suite_.measured = collect_coverage(suite_, groups_, measurements_);
    for (const auto& deviation : behaviour_.deviations) {
      const auto text = fmt::format("{}: {}: {}", deviation.tool, deviation.test, deviation.what);
      if (std::ranges::find(report_.failures, text) != report_.failures.end())
        suite_.measured->failed_tests.emplace(deviation.test, deviation.tool + ": " + deviation.what);
    }
  }

  std::vector<CommandOutcome> run_all(std::vector<Command> commands) const {
    for (auto& command : commands) command.cancelled = options_.cancelled;
    return run_commands(commands, kJobs);
  }

  void build() {
    build_ = coverage_build(suite_, files_, scratch_.path());
    if (options_.sanitize) sanitized_ = sanitized_builds(suite_, files_, scratch_.path(), options_);
    std::vector<Command> commands = {build_.gcc, build_.clang};
    for (const auto& one : sanitized_) commands.push_back(one.compile);
    const auto outcomes = run_all(std::move(commands));
    if (cancelled()) return build_.llvm_binary.clear();
    check_builds(suite_, files_, build_, outcomes[0], outcomes[1], report_);
    for (std::size_t i = sanitized_.size(); i-- > 0;) {
      const auto& outcome = outcomes[i + 2];
      if (outcome.ok()) continue;
      if (!build_.llvm_binary.empty())
        report_.notes.push_back(fmt::format("the sanitizers were not asked: {}", first_error(outcome.err)));
      sanitized_.erase(sanitized_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void ask_sanitizers() { add_reports(suite_, run_sanitized(suite_, sanitized_, files_, options_)); }

  // One measurement per group.  The steps of a tool depend on each other, those of groups do not.
  void measure() {
    groups_ = groups_of(suite_);
    const bool gcov = !build_.gcov_binary.empty();
    std::vector<Command> llvm_runs, gcov_runs, index;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      llvm_runs.push_back(llvm_run(build_, groups_[i], i));
      if (gcov) gcov_runs.push_back(gcov_run(build_, groups_[i], i));
      index.push_back(llvm_index(build_, i));
    }
    auto runs = llvm_runs;
    runs.insert(runs.end(), gcov_runs.begin(), gcov_runs.end());
    const auto ran = run_all(std::move(runs));
    const auto indexed = run_all(std::move(index));
    std::vector<Command> prints;
    for (std::size_t i = 0; i < groups_.size(); ++i) prints.push_back(llvm_print(build_, i));
    for (std::size_t i = 0; gcov && i < groups_.size(); ++i) prints.push_back(gcov_print(build_, i));
    const auto printed = run_all(std::move(prints));
    if (cancelled()) return;

    measurements_.resize(groups_.size());
    for (std::size_t i = 0; gcov && i < groups_.size(); ++i) {
      const auto n = groups_.size() + i;
      read_runner_output("gcc", ran[n], behaviour_, report_);
      if (printed[n].ok())
        read_gcov(printed[n].out, measurements_[i]);
      else
        report_.failures.push_back(fmt::format("gcov: {}", printed[n].err));
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      read_runner_output("clang", ran[i], behaviour_, report_);
      if (printed[i].ok())
        read_llvm_cov(printed[i].out, measurements_[i]);
      else
        report_.failures.push_back(fmt::format("llvm-cov: {}{}", indexed[i].err, printed[i].err));
    }
  }

  void compare_all() {
    for (std::size_t unit = 0; unit < suite_.units.size(); ++unit) {
      Measurement returning, failing;
      for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (groups_[i].unit == unit) (groups_[i].failing ? failing : returning) = measurements_[i];
      }
      compare(suite_, suite_.units[unit], returning, failing, report_);
    }
  }

  // What is confirmed goes into the files; tests that must not be relied on lose their assertions.
  void write_again() const { export_all(suite_, directory_); }

  Suite& suite_;
  VerifyOptions options_;
  const std::filesystem::path directory_;
  const ExportedFiles files_;
  const ScratchDirectory scratch_;
  CoverageBuild build_;
  std::vector<SanitizedBuild> sanitized_;
  std::vector<Group> groups_;
  std::vector<Measurement> measurements_;
  Behaviour behaviour_;
  Verification report_;
};

}  // namespace

bool returns_reliably(const Test& test) { return !failed(test.run) && test.undefined.empty(); }

std::vector<Group> groups_of(const Suite& suite) {
  std::vector<Group> groups;
  for (std::size_t unit = 0; unit < suite.units.size(); ++unit) {
    for (const bool failing : {false, true}) {
      Group group{unit, failing, {}};
      for (const auto& test : suite.units[unit].tests) {
        if (returns_reliably(test) != failing)
          group.tests.push_back(suite.units[unit].unit->name + "." + test.name);
      }
      if (!group.tests.empty()) groups.push_back(std::move(group));
    }
  }
  return groups;
}

Verification verify(Suite& suite, const std::filesystem::path& directory, const VerifyOptions& options) {
  return Verifier(suite, directory, options).run();
}

}  // namespace espalier::suite
