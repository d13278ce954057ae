#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "property/programs/engine.h"
#include "property/programs/program.h"

namespace espalier::property {

/// How the engine contradicts the truth.
struct Failure {
  std::string kind;    ///< "covered too much", "paths", ...: what shrinking must preserve
  std::string detail;
};

struct Checked {
  bool worth_running = true;  ///< false: too many paths for the engine to be asked
  int paths = 0;
  std::size_t goals = 0;
  std::size_t reachable = 0;
  std::uint64_t solver_calls = 0;
  std::optional<Failure> failure = std::nullopt;
};

struct Times {
  double judging = 0;
  double building = 0;   ///< parser, harness, compiler, linker and start of the subject
  double searching = 0;
};

/// Compares judge and engine on every program; one compilation serves all of them.  `directory`
/// keeps the files.  Programs with more than `path_limit` paths are left out.
[[nodiscard]] std::vector<Checked> check(const std::vector<Program>& programs,
                                         const std::filesystem::path& directory, int path_limit,
                                         const Manner& manner, Times& times);

}  // namespace espalier::property
