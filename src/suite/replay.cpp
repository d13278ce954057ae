// Runs a suite again on the source as it is now.
#include "suite/replay.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/result.h"
#include "frontend/source.h"
#include "suite/export/text.h"
#include "suite/verify/measure.h"
#include "suite/verify/test_file.h"

namespace espalier::suite {
namespace {

using Json = nlohmann::json;
using GoalKey = std::pair<std::string, std::string>;  // text and side: lines move

/// "file:12:3: error: what"; line 0 when it is about another file.
struct CompileError {
  std::uint32_t line = 0;
  std::string text;
};

std::vector<CompileError> errors_in(const std::string& output, const std::string& file) {
  std::vector<CompileError> errors;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const auto mark = line.find("error: ");
    if (mark == std::string::npos && line.find("undefined reference") == std::string::npos) continue;
    CompileError error{0, mark == std::string::npos ? line : line.substr(mark + 7)};
    if (line.starts_with(file + ":"))
      error.line = static_cast<std::uint32_t>(std::strtoul(line.c_str() + file.size() + 1, nullptr, 10));
    else
      error.text = line;
    errors.push_back(std::move(error));
  }
  return errors;
}

Json read_suite(const std::filesystem::path& directory) {
  const auto text = read_file(directory / "suite.json");
  auto json = text ? Json::parse(*text, nullptr, false) : Json();
  if (!json.is_object() || !json.contains("units") || !json.contains("source"))
    throw UserError(ExitCode::Usage, fmt::format("{}: holds no suite (suite.json); give the directory that "
                                                 "espalier generate named, such as espalier-out/classify",
                                                 directory.string()));
  return json;
}

std::vector<coverage::Goal> branches_of(const frontend::SourceFunction& function) {
  std::vector<coverage::Goal> goals;
  const auto add = [&](const frontend::Range& range, const std::string& text, const std::string& side) {
    goals.emplace_back();
    goals.back().location = {range.file, range.line, range.column};
    goals.back().text = text;
    goals.back().side = side;
  };
  for (const auto& condition : function.conditions)
    if (condition.is_goal)
      for (const char* side : {"true", "false"}) add(condition.range, condition.text, side);
  for (const auto& label : function.cases)
    add(label.range, label.text, label.is_default ? "default" : "case");
  return goals;
}

class Replayer {
 public:
  Replayer(const std::filesystem::path& directory, const std::atomic<bool>* cancelled)
      : json_(read_suite(directory)), cancelled_(cancelled) {
    replay_.source = json_["source"].get<std::string>();
    std::vector<std::string> flags;
    if (json_.contains("portable_flags")) flags = json_["portable_flags"].get<std::vector<std::string>>();
    source_ = frontend::parse_source(replay_.source, flags);
    suite_.source = &source_;
    std::filesystem::copy(directory / "tests", scratch_.path() / "tests",
                          std::filesystem::copy_options::recursive);
    files_ = exported_files(suite_, scratch_.path());
    const auto text = read_file(files_.plain_c);
    if (!text)
      throw UserError(ExitCode::Usage,
                      fmt::format("{}: is missing; generate the suite again",
                                  (directory / "tests" / files_.plain_c.filename()).string()));
    test_file_ = std::make_unique<TestFile>(*text);
  }

  Replay run() {
    if (build()) run_tests();
    judge_tests();
    measure_units();
    return std::move(replay_);
  }

 private:
  CommandOutcome run(Command command) const {
    command.cancelled = cancelled_;
    return run_command(command);
  }

  /// Compiles with clang, leaves out what does not compile, and tries again: one error may hide another.
  bool build() {
    constexpr int kRounds = 5;
    build_ = coverage_build(suite_, files_, scratch_.path());
    build_.clang.argv.insert(build_.clang.argv.begin() + 1,
                             {"-ferror-limit=0", "-Werror=implicit-function-declaration"});
    for (int round = 0; round < kRounds; ++round) {
      const auto outcome = run(build_.clang);
      if (outcome.ok()) {
        if (!run(build_.gcc).ok()) build_.gcov_binary.clear();
        return true;
      }
      const auto known = broken_.size();
      std::string elsewhere;
      for (const auto& error : errors_in(outcome.err, files_.plain_c.string())) {
        if (const auto function = test_file_->function_at(error.line); !function.empty())
          broken_.emplace(function, error.text);
        else if (elsewhere.empty())
          elsewhere = error.text;
      }
      if (broken_.size() == known) {
        replay_.build_error = elsewhere.empty() ? first_error(outcome.err) : elsewhere;
        return false;
      }
      std::set<std::string> functions;
      for (const auto& [function, why] : broken_) functions.insert(function);
      write_file(files_.plain_c, test_file_->without(functions));
    }
    replay_.build_error = "the tests do not compile";
    return false;
  }

  /// Runs that return and runs that die apart, as in the verification.
  void run_tests() {
    for (const bool failing : {false, true}) {
      Group group{0, failing, {}};
      for (const auto& entry : test_file_->entries())
        if (!broken_.contains(entry.function) && entry.end != "ESPALIER_UNDEFINED" &&
            (entry.end != "ESPALIER_RETURNS") == failing)
          group.tests.push_back(entry.unit + "." + entry.name);
      if (group.tests.empty()) continue;
      const std::size_t index = failing ? 1 : 0;
      read_failures(run(llvm_run(build_, group, index)));
      auto& measurement = failing ? failing_ : returning_;
      if (run(llvm_index(build_, index)).ok()) read_llvm_cov(run(llvm_print(build_, index)).out, measurement);
      if (build_.gcov_binary.empty()) continue;
      read_failures(run(gcov_run(build_, group, index)));
      read_gcov(run(gcov_print(build_, index)).out, measurement);
    }
  }

  /// "FAILED unit.test: what"
  void read_failures(const CommandOutcome& outcome) {
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
      const auto colon = line.find(": ");
      if (line.starts_with("FAILED ") && colon != std::string::npos)
        failed_.emplace(line.substr(7, colon - 7), without_directory(line.substr(colon + 2)));
    }
  }

  [[nodiscard]] std::string without_directory(std::string text) const {
    const auto prefix = scratch_.path().string() + "/";
    for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;)
      text.erase(at, prefix.size());
    return text;
  }

  void judge_tests() {
    using End = ReplayedTest::End;
    replay_.build_error = without_directory(replay_.build_error);
    for (const auto& entry : test_file_->entries()) {
      ReplayedTest test{entry.unit, entry.name};
      const auto broken = broken_.find(entry.function);
      const auto failed = failed_.find(entry.unit + "." + entry.name);
      if (!replay_.build_error.empty())
        test.end = End::DoesNotCompile, test.what = replay_.build_error;
      else if (broken != broken_.end())
        test.end = End::DoesNotCompile, test.what = broken->second;
      else if (entry.end == "ESPALIER_UNDEFINED")
        test.end = End::NotRun, test.what = "C does not say what it does";
      else if (failed != failed_.end())
        test.end = End::Failed, test.what = failed->second;
      replay_.tests.push_back(std::move(test));
    }
  }

  void measure_units() {
    for (const auto& unit : json_["units"]) {
      ReplayedUnit now;
      now.name = unit.value("unit", "");
      std::set<GoalKey> by_failing;
      read_goals(unit, now, by_failing);
      const auto* function = source_.find(now.name);
      now.is_gone = function == nullptr;
      if (function != nullptr) count(*function, by_failing, now);
      replay_.units.push_back(std::move(now));
    }
    const auto lines = returning_.lines.find(file_key(replay_.source.string()));
    replay_.lines_measured = lines != returning_.lines.end();
    if (!replay_.lines_measured) return;
    for (const auto& [line, times] : lines->second) ++replay_.lines, replay_.lines_taken += times > 0;
  }

  static void read_goals(const Json& unit, ReplayedUnit& now, std::set<GoalKey>& by_failing) {
    const auto& goals = unit["goals"];
    for (const auto& goal : goals) {
      const auto side = goal.value("side", "");  // other criteria have goals of other kinds
      if (side != "true" && side != "false" && side != "case" && side != "default") continue;
      ++now.goals_then;
      now.taken_then += goal.value("verdict", "") == "covered";
    }
    for (const auto& test : unit["tests"]) {
      if (test.value("status", "") == "ok") continue;
      for (const std::size_t goal : test["covers"])
        if (goal < goals.size())
          by_failing.insert({goals[goal].value("text", ""), goals[goal].value("side", "")});
    }
  }

  /// What runs that die are said to take counts only where the suite knew of it: see verify/coverage.cpp.
  void count(const frontend::SourceFunction& function, const std::set<GoalKey>& by_failing,
             ReplayedUnit& now) const {
    now.line = function.line;
    for (const auto& goal : branches_of(function)) {
      const auto file = file_key(goal.location.file.empty() ? replay_.source.string() : goal.location.file);
      const auto returned = times_taken(source_, returning_, file, goal);
      const auto died = times_taken(source_, failing_, file, goal);
      if (!returned && !died && build_ran()) continue;  // no tool knows it: constant, or in a macro
      ++now.goals;
      const bool taken =
          returned.value_or(0) > 0 || (died.value_or(0) > 0 && by_failing.contains({goal.text, goal.side}));
      now.taken += taken;
      if (!taken)
        now.missed.push_back(
            fmt::format("{}:{}: {}{}", replay_.source.filename().string(), goal.location.line, goal.text,
                        goal.side == "true" || goal.side == "false" ? " is " + goal.side : std::string{}));
    }
  }

  [[nodiscard]] bool build_ran() const { return !returning_.branches.empty() || !failing_.branches.empty(); }

  const Json json_;
  const std::atomic<bool>* cancelled_;
  const ScratchDirectory scratch_;
  frontend::SourceFile source_;
  Suite suite_;
  ExportedFiles files_;
  std::unique_ptr<TestFile> test_file_;
  CoverageBuild build_;
  std::map<std::string, std::string> broken_;  ///< test function: why it does not compile
  std::map<std::string, std::string> failed_;  ///< "unit.test": what
  Measurement returning_, failing_;
  Replay replay_;
};

}  // namespace

Replay replay(const std::filesystem::path& directory, const std::atomic<bool>* cancelled) {
  return Replayer(std::filesystem::absolute(directory), cancelled).run();
}

}  // namespace espalier::suite
