// espalier replay: a suite, run again on the source as it is now.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "suite/replay.h"

namespace espalier::tools {
namespace {

using Json = nlohmann::ordered_json;
using End = suite::ReplayedTest::End;

struct ReplayOptions {
  std::string directory;
  bool json = false;
  bool quiet = false;
  double fail_under = 0;
};

const char* word(End end) {
  switch (end) {
    case End::Passed:
      return "passed";
    case End::Failed:
      return "failed";
    case End::DoesNotCompile:
      return "does not compile";
    case End::NotRun:
      return "not run";
  }
  return "";
}

std::size_t count(const suite::Replay& replay, End end, const std::string& unit = {}) {
  return static_cast<std::size_t>(std::ranges::count_if(replay.tests, [&](const auto& test) {
    return test.end == end && (unit.empty() || test.unit == unit);
  }));
}

void print(const suite::Replay& replay) {
  for (const auto& unit : replay.units) {
    fmt::print("{}  {}:{}\n", unit.name, replay.source.filename().string(), unit.line);
    const auto not_run = count(replay, End::NotRun, unit.name);
    fmt::print("  {:<10} {} pass, {} fail, {} do not compile{}\n", "tests",
               count(replay, End::Passed, unit.name), count(replay, End::Failed, unit.name),
               count(replay, End::DoesNotCompile, unit.name),
               not_run == 0 ? "" : fmt::format(", {} not run: C does not say what they do", not_run));
    if (unit.is_gone)
      fmt::print("  {:<10} the source has no function '{}' any more\n", "gone", unit.name);
    else
      fmt::print("  {:<10} {} of {} taken{}\n", "branches", unit.taken, unit.goals,
                 unit.goals_then == 0
                     ? ""
                     : fmt::format("; {} of {} when the suite was made", unit.taken_then, unit.goals_then));
    for (const auto& missed : unit.missed) fmt::print("  {:<10} {}\n", "not taken", missed);
    for (const auto& test : replay.tests)
      if (test.unit == unit.name && (test.end == End::Failed || test.end == End::DoesNotCompile))
        fmt::print("  {:<10} {}: {}\n", test.end == End::Failed ? "failed" : "broken", test.name, test.what);
  }
  if (replay.lines_measured)
    fmt::print("lines      {} of {} of {} executed by the tests that return (gcov)\n", replay.lines_taken,
               replay.lines, replay.source.filename().string());
  if (!replay.build_error.empty()) fmt::print("no test could be built: {}\n", replay.build_error);
}

void print_json(const suite::Replay& replay) {
  Json units = Json::array(), tests = Json::array();
  for (const auto& unit : replay.units)
    units.push_back({{"unit", unit.name},
                     {"gone", unit.is_gone},
                     {"branches", {{"total", unit.goals}, {"taken", unit.taken}}},
                     {"then", {{"total", unit.goals_then}, {"taken", unit.taken_then}}},
                     {"missed", unit.missed}});
  for (const auto& test : replay.tests) {
    tests.push_back({{"unit", test.unit}, {"name", test.name}, {"end", word(test.end)}});
    if (!test.what.empty()) tests.back()["what"] = test.what;
  }
  const Json json = {{"source", replay.source.string()},
                     {"passed", count(replay, End::Passed)},
                     {"failed", count(replay, End::Failed)},
                     {"does_not_compile", count(replay, End::DoesNotCompile)},
                     {"not_run", count(replay, End::NotRun)},
                     {"lines", {{"total", replay.lines}, {"taken", replay.lines_taken}}},
                     {"build_error", replay.build_error},
                     {"units", units},
                     {"tests", tests}};
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

ExitCode run(const ReplayOptions& options) {
  const auto replay = suite::replay(options.directory);
  if (options.json)
    print_json(replay);
  else if (!options.quiet)
    print(replay);
  if (count(replay, End::Failed) + count(replay, End::DoesNotCompile) > 0) return ExitCode::Findings;
  std::size_t goals = 0, taken = 0;
  for (const auto& unit : replay.units) goals += unit.goals, taken += unit.taken;
  const double percent = goals == 0 ? 100 : 100.0 * static_cast<double>(taken) / static_cast<double>(goals);
  return percent < options.fail_under ? ExitCode::GoalMissed : ExitCode::Done;
}

}  // namespace

Action add_replay(CLI::App& app) {
  auto options = std::make_shared<ReplayOptions>();
  app.add_option("DIR", options->directory, "directory of a suite: espalier-out/<function>")->required();
  app.add_flag("--json", options->json, "print one JSON object");
  app.add_flag("--quiet", options->quiet, "print nothing but errors");
  app.add_option("--fail-under", options->fail_under,
                 "exit with 4 when fewer percent of the branches are taken")
      ->check(CLI::Range(0.0, 100.0));
  app.footer(
      "Exit codes: 0 every test compiles and passes; 1 some test does not; 2 there is no suite;\n"
      "3 the source does not build; 4 coverage missed (--fail-under).\n"
      "Examples:\n"
      "  espalier replay espalier-out/classify\n"
      "  espalier replay espalier-out/classify --fail-under 90");
  return [options] { return run(*options); };
}

}  // namespace espalier::tools
