#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/input.h"
#include "frontend/unit.h"

namespace espalier::tools {

/// The suite.json of an earlier run; null when there is none that can be read.
nlohmann::json read_earlier(const std::filesystem::path& out);

/// The inputs of its tests for this unit.  Variables are found by their names, so that a parameter may be
/// added or moved; what is not there any more is forgotten.
std::vector<Input> earlier_inputs(const nlohmann::json& suite, const frontend::Unit& unit);

/// What became of the tests of the earlier suite: those with the same input are the same test.
struct Update {
  std::size_t kept = 0;
  std::vector<std::string> changed;  ///< "classify.returns_3 is now classify.returns_4"
  std::vector<std::string> dropped;
  std::vector<std::string> added;
};
Update compare_suites(const nlohmann::json& before, const nlohmann::json& after);

}  // namespace espalier::tools
