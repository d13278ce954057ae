#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/process.h"
#include "suite/suite.h"

namespace espalier::suite {

/// A condition or case label as llvm-cov reports it.  `taken` counts how often the condition as
/// written, its `!` included, was true (or the switch jumped to the label).
struct BranchRegion {
  std::uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
  std::uint64_t taken = 0, not_taken = 0;
};

/// What the tools measured in one run of some tests.
struct Measurement {
  std::map<std::string, std::vector<BranchRegion>> branches;            ///< by file, from llvm-cov
  std::map<std::string, std::map<std::uint32_t, std::uint64_t>> lines;  ///< by file, from gcov
  std::map<std::string, std::vector<FileCoverage::Function>> functions;  ///< by file, from gcov
};

/// Of command lines and messages.
inline void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// The run comes back to its caller with results that can be asserted.
[[nodiscard]] bool returns_reliably(const Test& test);

/// Tests of one unit that are measured together.  Runs that return and runs that fail are kept apart:
/// a tool that derives counts from the flow through a block is wrong about the block in which a run dies.
struct Group {
  std::size_t unit = 0;
  bool failing = false;
  std::vector<std::string> tests;  ///< "unit.test"
};
std::vector<Group> groups_of(const Suite& suite);

/// The one spelling of a path that all tools and we share.
std::string file_key(const std::string& path);

/// Exported files of the suite below `directory`.
struct ExportedFiles {
  std::filesystem::path plain_c, check, gtest, adapter, catch2, cmocka;
};
ExportedFiles exported_files(const Suite& suite, const std::filesystem::path& directory);

/// The plain C tests with coverage for both judges.
struct CoverageBuild {
  std::filesystem::path scratch;
  std::filesystem::path gcov_binary, llvm_binary;  ///< empty: not built
  Command gcc, clang;
};
CoverageBuild coverage_build(const Suite& suite, const ExportedFiles& files,
                             const std::filesystem::path& scratch);
/// Looks at how the compilers ended.  Failures are added to `report`; when gcc alone does not take the
/// source or its flags, that is a note, and suite.compiler tells the one that does.
void check_builds(Suite& suite, const ExportedFiles& files, CoverageBuild& build, const CommandOutcome& gcc,
                  const CommandOutcome& clang, Verification& report);

/// The command's first error, which says what is wrong; the rest usually follows from it.
std::string first_error(const std::string& output);

/// How the tests did in frameworks.
struct FrameworkOutcome {
  struct Deviation {
    std::string framework, test, what;
  };
  Verification report;
  std::vector<Deviation> deviations;  ///< tests that fail
};
/// Builds and runs the versions for the frameworks that were chosen.
FrameworkOutcome check_frameworks(const Suite& suite, const ExportedFiles& files,
                                  const std::filesystem::path& scratch, const std::set<std::string>& names,
                                  const std::atomic<bool>* cancelled);

/// The counts of all groups, per source file.
PlainRun collect_coverage(const Suite& suite, const std::vector<Group>& groups,
                          const std::vector<Measurement>& measurements);

/// The command that runs a group so that its counts go to a place of their own, and the command (to be
/// run after it) that prints them.  One pair per tool.
Command gcov_run(const CoverageBuild& build, const Group& group, std::size_t index);
Command gcov_print(const CoverageBuild& build, std::size_t index);
void read_gcov(const std::string& json, Measurement& into);

Command llvm_run(const CoverageBuild& build, const Group& group, std::size_t index);
/// llvm-cov reads an index of the raw counts, which has to be made first.
Command llvm_index(const CoverageBuild& build, std::size_t index);
Command llvm_print(const CoverageBuild& build, std::size_t index);
void read_llvm_cov(const std::string& json, Measurement& into);

/// How often llvm-cov saw a side of a condition or a case label of `file` taken; nothing when it knows none
/// there.
std::optional<std::uint64_t> times_taken(const frontend::SourceFile& source, const Measurement& measurement,
                                         const std::string& file, const coverage::Goal& goal);

/// Compares the goals of one unit with what was measured of its returning and failing tests.
void compare(const Suite& suite, const UnitSuite& unit, const Measurement& returning,
             const Measurement& failing, Verification& report);

}  // namespace espalier::suite
