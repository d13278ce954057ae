#pragma once

#include "frontend/clang.h"

namespace espalier::frontend {

/// Fills conditions, cases and statement lines of `function` from the body of its definition.
void read_body(CXTranslationUnit unit, CXCursor definition, SourceFunction& function);

/// The definitions of a translation unit with what has been read of them.
struct Definition {
  CXCursor cursor;
  SourceFunction* function;
};

/// Sets Parameter::indexed of every pointer parameter.
void find_indexed_parameters(const std::vector<Definition>& definitions);

class TypeTable;

/// Sets Parameter::length and seen_as where the body or the declaration leaves no doubt, and
/// SourceFunction::frees.  After find_indexed_parameters.
void find_parameter_roles(const std::vector<Definition>& definitions, TypeTable& types);

}  // namespace espalier::frontend
