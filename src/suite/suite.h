#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "coverage/criterion.h"
#include "frontend/source.h"
#include "frontend/unit.h"
#include "search/campaign.h"

namespace espalier::suite {

/// One test of a finished suite: an input, what was observed, and why it is there.
struct Test {
  std::string name;                        ///< a C identifier, unique in its unit: "scalene_1"-like or "path_3"
  search::Candidate run;
  std::vector<coverage::GoalId> goals;     ///< the goals it is kept for
  std::string path;                        ///< readable: "a > 0 true, b > c false"
};

/// A crash, hang, exit or failed assertion, with its input.
struct Finding {
  std::string kind;                        ///< "segmentation fault", "abort", "assertion", "division by zero", "hang", ...
  std::string location;                    ///< file:line, or empty
  std::string message;
  std::size_t test = 0;                    ///< index into UnitSuite::tests
};

struct UnitSuite {
  const frontend::Unit* unit = nullptr;
  std::vector<coverage::Goal> goals;
  std::vector<search::GoalVerdict> verdicts;  ///< by GoalId
  std::vector<int> covered_by;                ///< by GoalId: index of a test, or -1
  std::vector<Test> tests;
  std::vector<Finding> findings;
  search::Outcome outcome;                    ///< statistics
};

struct Suite {
  const frontend::SourceFile* source = nullptr;
  std::vector<UnitSuite> units;
  std::string criterion;
  std::string strategy;
  std::uint64_t seed = 0;
};

/// Greedy set cover over the candidates, smallest inputs first on ties; every kept test has a goal of
/// its own; failing runs are kept as findings.  `keep_all` keeps every candidate.
std::vector<Test> minimise(const std::vector<search::Candidate>& candidates, std::size_t goal_count, bool keep_all);

/// A format writes its files below `directory` and returns their paths.  One file per format in export/.
using Exporter = std::vector<std::filesystem::path> (*)(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_gtest(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_plain_c(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_json(const Suite& suite, const std::filesystem::path& directory);

/// What independent tools say of the exported tests on plain builds.
struct Verification {
  bool built = false;
  bool passed = false;
  std::vector<std::string> failures;     ///< tests that do not compile, fail, or behave otherwise than observed
  std::vector<std::string> differences;  ///< goals where gcov or llvm-cov disagrees with us: errors of ours
  std::uint32_t lines_checked = 0;       ///< against gcov
  std::uint32_t branches_checked = 0;    ///< against llvm-cov
};

/// Builds the exported tests in `directory` (gcc + gcov, clang + llvm-cov, g++ + GoogleTest), runs them, and compares
/// coverage goal by goal.
Verification verify(const Suite& suite, const std::filesystem::path& directory);

}  // namespace espalier::suite
