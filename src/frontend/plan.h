#pragma once

// What planning, harness and exported declarations share.

#include <string>
#include <vector>

#include "frontend/unit.h"

namespace espalier::frontend {

/// An output and the local pointer that must not be null for it to exist ("" when it always does).
struct GuardedOutput {
  Output output;
  std::string guard;
};

/// The outputs of a planned unit in the order of their ids.
std::vector<GuardedOutput> collect_outputs(const SourceFile& source, const Unit& unit);

/// A local pointer variable for a Pointer shape: the parameter itself, or a copy of the field, because the
/// unit may change the field.
std::string pointer_variable(const Shape& pointer);

/// Kind of input variable for a scalar type.
InputVariable::Kind scalar_kind(TypeKind kind);

/// Bits of a scalar as a test sees it: 1 for _Bool, else the type's.
unsigned scalar_bits(const Type& type);

bool is_scalar(TypeKind kind);

/// C: the value of the input variable `variable` as a scalar of that type.
std::string input_text(const SourceFile& source, TypeId type, const std::string& variable);

/// C: `expression` is one of the enumerators.  One condition without && or ||, so that all values outside
/// the enumeration are one branch.
std::string enumerator_test(const SourceFile& source, TypeId type, const std::string& expression);

}  // namespace espalier::frontend
