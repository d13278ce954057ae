#pragma once

// Allocations that fail when the test says so.  A declaration before the source gives malloc and its kin
// another symbol (an assembler label: no macros, so that lines, columns and types stay), and what is behind
// that symbol asks first.

#include <string>
#include <vector>

#include "frontend/unit.h"

namespace espalier::frontend {

/// Gives the unit an input for each of its first allocations, when it allocates at all.
void plan_allocations(const SourceFile& source, const HarnessOptions& options, Unit& unit);

/// C: stands before the source.
std::string allocation_prelude(const SourceFile& source, const std::vector<const Unit*>& units);
/// C: stands after it, in the harness (input variables decide) and in tests (espalier_fail_allocation(n) does).
std::string harness_allocations(const SourceFile& source, const std::vector<const Unit*>& units);
std::string scripted_allocations(const SourceFile& source, const std::vector<const Unit*>& units);
std::string allocation_declarations(const std::vector<const Unit*>& units);

/// C: lines of a test that make allocations fail.
std::string failing_allocations(const Unit& unit, const std::vector<std::uint64_t>& values);

}  // namespace espalier::frontend
