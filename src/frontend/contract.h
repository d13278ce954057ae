#pragma once

// Preconditions and postconditions: plain C functions found by their names, espalier_pre_<unit> with the unit's
// parameters and espalier_post_<unit> with the result after them.

#include <string>

#include "frontend/unit.h"

namespace espalier::frontend {

/// Finds the contract functions of the file itself and, unless empty, of `contracts`, a C file that may use
/// all that the source declares.  UserError(Usage) when one does not fit its unit.
void read_contracts(SourceFile& source, const std::filesystem::path& contracts);

/// Names the functions of the unit's contract, if it has any.
void find_contract(const SourceFile& source, Unit& unit);

/// C: includes the file of contracts; empty when there is none.
std::string include_contracts(const SourceFile& source);

/// C: `espalier_post_f(a, b, result)`, called by the name of `callee`.
std::string postcondition_call(const SourceFile& source, const Unit& unit, const std::string& callee);

/// C: a function `espalier_call_<postcondition>` that other files can call, and its declaration.
std::string postcondition_wrapper(const SourceFile& source, const Unit& unit);
std::string postcondition_prototype(const SourceFile& source, const Unit& unit);

}  // namespace espalier::frontend
