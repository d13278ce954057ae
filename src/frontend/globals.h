#pragma once

// Global variables as inputs and outputs (--globals).  Harness and tests reach them through pointers
// espalier_global_<name>, so that static ones can be set from C++ and no parameter hides them.

#include <string>
#include <vector>

#include "frontend/unit.h"

namespace espalier::frontend {

/// Every global variable that the unit reaches and that is not const: an input before the call, an output
/// after it.
void plan_globals(const SourceFile& source, const HarnessOptions& options, Unit& unit);

/// C: the pointers; `exported` ones can be used by other files.
std::string global_pointers(const SourceFile& source, const std::vector<const Unit*>& units, bool exported);
std::string global_declarations(const SourceFile& source, const std::vector<const Unit*>& units);

/// C of the harness, before the call.
std::string set_globals(const SourceFile& source, const Unit& unit);

/// C and C++ of a test.
std::string global_assignments(const SourceFile& source, const Unit& unit,
                               const std::vector<std::uint64_t>& values);

}  // namespace espalier::frontend
