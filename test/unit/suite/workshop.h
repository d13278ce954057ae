#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "suite/suite.h"

namespace espalier::suite {

/// Makes suites by hand for real C files: what a campaign would have found is written in the test.
class Workshop {
 public:
  explicit Workshop(const std::string& c_text, const std::string& name = "subject.c",
                    const std::vector<std::string>& flags = {});

  /// Starts the suite of a function; its goals are both sides of each condition and each case label.
  void unit(const std::string& function);
  /// Replaces the goals of the current unit by the lines on which statements start.
  void use_statements();

  /// Adds a test to the current unit: input values, outputs by expression (as 64-bit patterns), and
  /// the goals it covers ("a > b true", "case 3", "line 7").
  Test& test(std::vector<std::uint64_t> values, const std::map<std::string, std::uint64_t>& outputs,
             const std::vector<std::string>& goals);
  Test& failing(std::vector<std::uint64_t> values, esp_status status, int detail,
                const std::vector<std::string>& goals);

  /// Verdicts, names and findings from the tests; goals without a test become infeasible.
  Suite& finish();

  /// Writes all formats and verifies them.
  std::filesystem::path export_all();
  Verification verified(bool with_gtest = true, bool with_sanitizers = false);

  [[nodiscard]] std::filesystem::path directory() const { return scratch_.path() / "out"; }
  [[nodiscard]] coverage::GoalId goal(const std::string& name) const;
  [[nodiscard]] std::string exported(const std::string& name) const;
  Suite suite;

 private:
  ScratchDirectory scratch_;
  std::unique_ptr<frontend::SourceFile> source_;
  std::vector<std::unique_ptr<frontend::Unit>> units_;
};

/// One line each, for messages of failed expectations.
std::string joined(const std::vector<std::string>& lines);

}  // namespace espalier::suite
