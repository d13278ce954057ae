#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coverage/criterion.h"
#include "execute/subject.h"
#include "frontend/source.h"
#include "frontend/toolchain.h"
#include "frontend/unit.h"
#include "generate_options.h"
#include "model/model.h"
#include "progress.h"
#include "search/campaign.h"
#include "suite/publish.h"
#include "suite/suite.h"
#include "update.h"

namespace espalier::tools {

/// A function that gets no tests, and why.
struct Skipped {
  std::string function;
  std::string why;
};

/// All that a finished `generate` knows; the printers in summary.cpp read it.
struct Generated {
  frontend::SourceFile source;
  std::vector<frontend::Unit> units;
  std::vector<Skipped> skipped;
  suite::Suite suite;
  suite::Verification verification;
  suite::Published published;
  std::unique_ptr<ProgressDisplay> progress;
  std::filesystem::path report;  ///< report.html; empty when there is none
  std::string no_report;  ///< why
  nlohmann::json earlier;  ///< with --update: the suite.json that was there
  std::optional<Update> update;
  bool verified = false;
  std::filesystem::path out;
  std::string name;  ///< of the function, or of the file
  double build_seconds = 0;
  double verify_seconds = 0;
  std::uint64_t restarts = 0;
  /// With --explain: what each of a unit's Outcome::pruned_subtrees is, in words.
  std::map<const frontend::Unit*, std::vector<std::string>> explained;
};

/// The choices that lead to each pruned subtree, in words of the source where there are some.
std::vector<std::string> explain(const std::vector<search::PrunedSubtree>& subtrees,
                                 const model::Program& program, const std::vector<coverage::Goal>& branches);

void print_summary(const Generated& result, const GenerateOptions& options);
void print_json(const Generated& result);
/// Bugs of ours, on stderr, whatever else is printed.  True when there are any.
bool print_mismatches(const Generated& result);

}  // namespace espalier::tools
