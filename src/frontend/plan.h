#pragma once

// What planning, harness and exported declarations share.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/unit.h"

namespace espalier::frontend {

/// The outputs of a planned unit in the order of their ids.
std::vector<Output> collect_outputs(const SourceFile& source, const Unit& unit);

/// Kind of input variable for a scalar type.
InputVariable::Kind scalar_kind(TypeKind kind);

/// Bits of a scalar as a test sees it: 1 for _Bool, 64 for long double, else the type's.
unsigned scalar_bits(const Type& type);

bool is_scalar(TypeKind kind);

/// C: the value of the input variable `variable` as a scalar of that type.
std::string input_text(const SourceFile& source, TypeId type, const std::string& variable);
/// The same for a bit-field or half of a wide number: `bits` of them.
std::string input_text(const SourceFile& source, TypeId type, const std::string& variable, unsigned bits);

/// C: `expression` is one of the enumerators.  One condition without && or ||, so that all values outside
/// the enumeration are one branch.
std::string enumerator_test(const SourceFile& source, TypeId type, const std::string& expression);

/// The record's tag or typedef name, or "object": "node" for "struct node".
std::string tag_of(const Type& type);

/// Words that cannot be local names of a test in C or C++, and all names of types and enumerators.
std::set<std::string, std::less<>> reserved_names(const SourceFile& source);

/// `expression` starts with the object `name` of `pool`; the same where `pointer` points to it:
/// "node_1.next" -> "object->next", "p_object" -> "(*object)", "a_object[2]" -> "object[2]".
std::string through_pointer(const Pool& pool, const std::string& name, const std::string& pointer,
                            const std::string& expression);


inline constexpr std::uint32_t no_pool = 0xffffffff;

/// The object graph that the harness builds from concrete values.
struct Resolved {
  struct Object {
    std::uint32_t pool = 0;    ///< or no_pool: an array parameter
    std::uint32_t number = 0;  ///< in its pool
    const Shape* shape = nullptr;
    std::string name;
  };
  std::vector<Object> objects;  ///< in the order of making
  struct Target {
    const Shape* pointer;
    int object;  ///< index into `objects`, or -1: null
  };
  std::vector<Target> targets;     ///< of every pointer that was made
  std::vector<std::pair<std::uint32_t, std::uint64_t>> members;  ///< of unions: variable and chosen member
  std::vector<std::size_t> made_by;  ///< by parameter: how many objects there were after it
  std::vector<bool> used;          ///< by variable: the harness reads it
  std::uint64_t strings = 0;       ///< argc of main

  [[nodiscard]] int target_of(const Shape& pointer) const;
  /// Index into `objects`, or -1 when it was not made.
  [[nodiscard]] int find(std::uint32_t pool, std::uint32_t number) const;
};
Resolved resolve(const Unit& unit, const std::vector<std::uint64_t>& values);

/// The member of a Union that has a value.
std::size_t chosen_member(const Shape& shape, std::uint64_t value);

}  // namespace espalier::frontend
