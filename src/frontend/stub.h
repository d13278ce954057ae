#pragma once

// Functions that a test answers for: those that no given file defines, and the targets of function pointers.

#include <string>
#include <vector>

#include "frontend/unit.h"

namespace espalier::frontend {

/// Plans the stubs of `unit`: every declared function without a body that it can reach.  Appends their
/// input variables and outputs to the unit.
void plan_stubs(const SourceFile& source, const HarnessOptions& options, Unit& unit);

/// Plans a stub for a function pointer of type `pointer` and returns its name.  `spoken`: the pointer's name.
std::string plan_target(const SourceFile& source, TypeId pointer, const std::string& spoken,
                        const HarnessOptions& options, Unit& unit);

/// One of each name: the stubs of a file are shared by its units.
std::vector<const Stub*> all_stubs(const std::vector<const Unit*>& units);

/// C: what one call answers, `struct espalier_answer_<id>`.
std::string answer_struct(const SourceFile& source, const Stub& stub);

/// C: the stub itself, whose answers come from `void espalier_answer_<id>(struct espalier_answer_<id> *)`.
std::string stub_function(const SourceFile& source, const Stub& stub);

/// C: the functions of the harness that answer from input variables, with the variables
/// espalier_first_<id> and espalier_scripted_<id> that a unit sets.
std::string harness_stubs(const SourceFile& source, const std::vector<const Unit*>& units);

/// C: stubs that answer from arrays which a test gives: espalier_script_<id>(answers, count).
std::string scripted_stubs(const SourceFile& source, const std::vector<const Unit*>& units);

/// C and C++: declarations of what a test needs of scripted_stubs.  `symbol`: the macro that binds a name.
std::string script_declarations(const SourceFile& source, const std::vector<const Unit*>& units);

/// C and C++: lines of a test that say what the stubs answer for these input values.
/// `calls[i]`: calls of unit.stubs[i] that were seen, or -1.
std::string script_text(const SourceFile& source, const Unit& unit, const std::vector<std::uint64_t>& values,
                        const std::vector<int>& calls);

/// C definitions of what is declared, used and nowhere defined: variables are zero; functions that no unit
/// reaches must not be called.
std::string missing_definitions(const SourceFile& source, const std::vector<const Unit*>& units);

}  // namespace espalier::frontend
