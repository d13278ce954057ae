#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "property/programs/print.h"

namespace espalier::property {

/// How the engine searches.
struct Manner {
  std::string strategy = "dfs";
  std::vector<std::string> prune = {};
  /// Queries about few bits may be decided by trying all values.  Without, the back ends have to.
  bool enumerates = true;
  bool check_unsat = false;  ///< every proof is asked of a second solver
  /// It may leave out paths, and stops when all goals are covered.
  [[nodiscard]] bool leaves_out() const { return !prune.empty(); }
  /// It may leave out goals.
  [[nodiscard]] bool gives_up() const {
    for (const std::string& rule : prune)
      if (rule.starts_with("call-depth=") && rule != "call-depth=auto") return true;
    return false;
  }
};

/// What the engine says about one unit after an exhaustive search.
struct EngineReport {
  std::set<Mark> covered;
  std::set<Mark> infeasible;
  std::map<Mark, std::string> unknown;   ///< with the engine's reason
  std::vector<std::string> strange;  ///< goals that are no marks of the printed program, given twice, ...
  std::vector<std::string> mismatches;  ///< failed self-checks
  std::uint64_t paths = 0;
  bool exhausted = false;
  std::string stopped_by;
  std::uint64_t solver_calls = 0;
  double seconds = 0;  ///< of the search alone
};

/// Builds the plain text once in `directory` and explores the named units, in their order.  Throws
/// what the libraries throw when it does not build.
[[nodiscard]] std::vector<EngineReport> run_engine(const Source& source,
                                                   const std::vector<std::string>& units,
                                                   const std::filesystem::path& directory,
                                                   const Manner& manner);

}  // namespace espalier::property
