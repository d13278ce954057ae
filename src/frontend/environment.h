#pragma once

// All that surrounds a unit besides its parameters: functions that other files define, global variables,
// allocations that fail, contracts.  Planner, harness and exporters call these and know nothing of the kinds.

#include <string>
#include <vector>

#include "frontend/unit.h"

namespace espalier::frontend {

/// Appends the inputs and outputs of the environment to a unit whose parameters are planned.
void plan_environment(const SourceFile& source, const HarnessOptions& options, Unit& unit);

/// Where the environment is less than C allows, for verdicts: ", for read() that answers zero after 4 calls".
std::string environment_bounds(const Unit& unit);

using Units = std::vector<const Unit*>;

/// The harness: C before the source, after it, at the start of a unit's function, right before the call, and
/// after the outputs of the parameters.
std::string harness_prelude(const SourceFile& source, const Units& units);
std::string harness_environment(const SourceFile& source, const Units& units);
std::string harness_start(const SourceFile& source, const Unit& unit);
std::string harness_before_call(const Unit& unit);
std::string harness_end(const SourceFile& source, const Unit& unit);

/// Exported tests: C before and after the source, and declarations (C and C++) of what tests call.
std::string test_prelude(const SourceFile& source, const Units& units);
std::string test_environment(const SourceFile& source, const Units& units);
std::string test_declarations(const SourceFile& source, const Units& units);
/// The types that test_declarations() uses.
std::vector<TypeId> environment_types(const Unit& unit);
/// Lines of a test that set up the environment for these input values.  `calls[i]`: calls of unit.stubs[i]
/// that were seen, or -1.
std::string test_setup(const SourceFile& source, const Unit& unit, const std::vector<std::uint64_t>& values,
                       const std::vector<int>& calls);

}  // namespace espalier::frontend
