#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "coverage/criterion.h"
#include "frontend/source.h"
#include "frontend/unit.h"
#include "search/campaign.h"
#include "suite/symbols.h"

namespace espalier::suite {

/// One test of a finished suite: an input, what was observed, and why it is there.
struct Test {
  std::string name;  ///< a C identifier, unique in its unit: "returns_3", "line_12_true"
  search::Candidate run;
  std::vector<coverage::GoalId> goals;  ///< the goals it is kept for
  std::string path;  ///< readable: "a > 0 true, b > c false"
  /// Why nothing can be asserted of it: C does not say what it does, or builds differ.  Usually empty.
  std::string undefined{};
};

/// A crash, hang, exit or failed assertion, with its input.
struct Finding {
  std::string kind;  ///< "segmentation fault", "abort", "assertion failed", "division by zero", "hang", ...
  std::string location;  ///< file:line, or empty
  std::string message;
  std::size_t test = 0;  ///< index into UnitSuite::tests
  std::vector<Frame> stack{};  ///< innermost call first, up to the function under test
  std::string confirmed_by{};  ///< "plain build", "AddressSanitizer", ...; empty: not yet
};

/// What looked like a finding and was not seen again on any build without our instrumentation.
struct Suspicion {
  Finding finding;
  std::string why;
};

struct UnitSuite {
  const frontend::Unit* unit = nullptr;
  std::vector<coverage::Goal> goals;
  std::vector<search::GoalVerdict> verdicts;  ///< by GoalId
  std::vector<int> covered_by;  ///< by GoalId: index of a test, or -1
  std::vector<Test> tests;
  std::vector<Finding> findings;
  std::vector<Suspicion> suspicions{};
  search::Outcome outcome;  ///< statistics
  std::string picture{};  ///< JSON of report/picture.cpp; may be empty
};

/// What gcov and llvm-cov counted in one source file.
struct FileCoverage {
  struct Function {
    std::string name;
    std::uint32_t line = 0;
    std::uint64_t count = 0;
  };
  /// A condition (times true, times false) or a case label (times jumped to).
  struct Branch {
    std::uint32_t line = 0, column = 0;
    std::vector<std::uint64_t> sides;
  };
  std::map<std::uint32_t, std::uint64_t> lines;
  std::vector<Branch> branches;  ///< by position
  std::vector<Function> functions;  ///< by line
};

/// What came out when the tests ran on plain builds.
struct PlainRun {
  std::map<std::string, FileCoverage> files;  ///< by path
  std::map<std::string, std::string> failed_tests;  ///< "unit.test": what went wrong
};

struct Suite {
  const frontend::SourceFile* source = nullptr;
  std::vector<UnitSuite> units;
  std::string criterion;
  std::string strategy;
  std::uint64_t seed = 0;
  std::string compiler{};  ///< the only one that takes the source's flags, if there is only one
  std::vector<std::string> formats{"c", "gtest"};  ///< names of Format that were chosen
  std::optional<PlainRun> measured{};  ///< set by verify()

  [[nodiscard]] bool has_format(std::string_view name) const;
};

/// The run did not come back to its caller: it is a finding.
[[nodiscard]] bool failed(const search::Candidate& run);

/// Greedy set cover over the candidates, smallest inputs first on ties; every kept test has a goal of
/// its own; of failing runs one per distinct failure is kept too; where there are no goals, one run is
/// kept.  Rejected inputs are never tests.
/// `keep_all` keeps every other candidate.  Tests are named path_1, path_2, ... until name_tests().
std::vector<Test> minimise(const std::vector<search::Candidate>& candidates, std::size_t goal_count,
                           bool keep_all);

/// "covered", "infeasible" or "unknown".
[[nodiscard]] const char* verdict_name(search::Verdict verdict);

/// Names every test after what it shows: its result, its failure, or the first goal it is kept for.
void name_tests(const frontend::SourceFile& source, UnitSuite& suite);

/// The symbolic steps of a run in the words of the source.  `branches`: goals of the branch criterion,
/// whose edges say which step is which; steps without a goal are left out.
std::string describe_path(const std::vector<execute::Step>& path,
                          const std::vector<coverage::Goal>& branches);

/// What each failing test found.  `symbolizer` turns program counters of `binary` into places; an empty name
/// leaves locations and stacks empty.
std::vector<Finding> findings_of(const std::vector<Test>& tests, const std::filesystem::path& binary,
                                 const std::string& symbolizer);

/// What `assemble` needs to know of the finished campaign of one unit.
struct Campaign {
  const frontend::SourceFile& source;
  const frontend::Unit& unit;
  const std::vector<coverage::Goal>& goals;  ///< of the criterion that was searched
  const std::vector<coverage::Goal>& branches;  ///< of the branch criterion, for describe_path
  std::filesystem::path binary;  ///< the subject
  std::string symbolizer;  ///< may be empty
  bool keep_all = false;
};

/// Minimises, names, describes: from the outcome of a campaign to the suite of its unit.
UnitSuite assemble(const Campaign& campaign, search::Outcome outcome);

/// A format writes its files below `directory` (sources in tests/) and returns their paths.  One file
/// per format in export/.
using Exporter = std::vector<std::filesystem::path> (*)(const Suite& suite,
                                                        const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_gtest(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_plain_c(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_catch2(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_cmocka(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_testcomp(const Suite& suite,
                                                   const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_corpus(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_cobertura(const Suite& suite,
                                                    const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_junit(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_lcov(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_sarif(const Suite& suite, const std::filesystem::path& directory);
std::vector<std::filesystem::path> export_json(const Suite& suite, const std::filesystem::path& directory);
/// Builds the tests of the formats that were chosen and registers them with CTest.
std::vector<std::filesystem::path> export_cmake(const Suite& suite, const std::filesystem::path& directory);

/// A format that the user may choose.  What is not in the table is always written.
struct Format {
  std::string_view name;
  std::string_view help;
  Exporter write;
};
const std::vector<Format>& formats();

/// Writes the chosen formats and what is always there, below `directory`.  The paths, each once.
std::vector<std::filesystem::path> export_all(const Suite& suite, const std::filesystem::path& directory);

/// What independent tools say of the exported tests on plain builds.
struct Verification {
  bool built = false;
  bool passed = false;
  std::vector<std::string> failures;  ///< tests that do not compile, fail, or behave otherwise than observed
  std::vector<std::string> differences;  ///< goals where gcov or llvm-cov disagrees with us: errors of ours
  std::vector<std::string> notes;  ///< no error, worth telling: a "hang" that ended after all
  std::uint32_t lines_checked = 0;  ///< against gcov
  std::uint32_t branches_checked = 0;  ///< against llvm-cov
  std::uint32_t not_checked = 0;  ///< goals that neither tool knows at that place (macros)
  bool interrupted = false;  ///< it stopped before its end: what is not there was not looked at
};

struct VerifyOptions {
  bool frameworks = true;  ///< also GoogleTest and the like, whose compilation takes most of the time
  bool sanitize = true;  ///< also with the sanitizers
  bool check_undefined = false;  ///< signed overflow and bad shifts are findings
  std::string symbolizer{};  ///< may be empty
  const std::atomic<bool>* cancelled = nullptr;
};

/// Builds the exported tests in `directory` (gcc + gcov, clang + llvm-cov, the chosen frameworks, clang +
/// sanitizers), runs them, and compares coverage goal by goal.  Findings are confirmed or become suspicions,
/// what the sanitizers show is added, and where that changes tests they are written anew.
Verification verify(Suite& suite, const std::filesystem::path& directory, const VerifyOptions& options = {});

}  // namespace espalier::suite
