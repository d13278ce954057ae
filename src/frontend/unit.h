#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/source.h"

namespace espalier::frontend {

/// A free choice of the test input.
struct InputVariable {
  enum class Kind : std::uint8_t { Integer, Bool, Enum, Float, Choice };
  std::string name;        ///< as a person would say it: "a", "p[2]", "s.x", "p is null"
  Kind kind = Kind::Integer;
  unsigned bits = 32;
  bool is_signed = true;
  TypeId type = 0;         ///< Choice: 0
};

/// How a value is made from input variables.  One tree per parameter; the harness and every
/// exported test follow it, so that they build the same objects.
struct Shape {
  enum class Kind : std::uint8_t {
    Scalar,   ///< the value of `variable`
    Array,    ///< children = elements
    Struct,   ///< children = fields, in order
    Pointer,  ///< null when input `variable` (a Choice) is non-zero, else the address of the first of
              ///< `children`
    Zero,     ///< nothing we can choose: a pointer too deep to follow, the end of a string
  };
  Kind kind = Kind::Scalar;
  TypeId type = 0;
  std::uint32_t variable = 0;
  std::string expression;  ///< C lvalue of this value in harness and tests: "a", "p_object[2].x"
  std::string object;      ///< Pointer: name of the pointed-to local array, "p_object"
  std::vector<Shape> children;
};

/// Something to compare after the call; the n-th of a Unit has output id n.
struct Output {
  std::string expression;  ///< "result", "p_object[2].x"; for a pointer result: "result != 0"
  TypeId type = 0;         ///< scalar
  InputVariable::Kind kind = InputVariable::Kind::Integer;
  unsigned bits = 32;
  bool is_signed = true;
  int variable = -1;       ///< the input variable it starts from, or -1 (the result, the end of a string)
};

/// A value made from input variables outside the parameters.
struct Value {
  enum class Kind : std::uint8_t {
    Zero,      ///< nothing to choose
    Scalar,    ///< the value of `variable`
    Array,     ///< children = elements
    Struct,    ///< children = fields
    Pointer,   ///< null when `variable` is 1, else a new object: children = its elements, none: opaque bytes
    Function,  ///< null when `variable` is 1, else the stub `object`
  };
  Kind kind = Kind::Zero;
  TypeId type = 0;
  std::uint32_t variable = 0;
  std::string expression;  ///< C lvalue: "answer->result", "object_1[0].x"
  std::string object;
  std::vector<Value> children;
};

/// A function that the test answers for.  The n-th call has input variables of its own.
struct Stub {
  /// Part of the answer: the result, or what is written through a pointer parameter.
  struct Answer {
    std::string field;  ///< of struct espalier_answer_<id>
    TypeId type = 0;
    int parameter = -1;  ///< -1: the result
    Value value;         ///< its variables count from the first one of the call
  };
  std::string name;  ///< of the C function
  std::string id;  ///< part of the names of all that belongs to it
  std::string spoken;
  TypeId result = 0;
  std::vector<Parameter> parameters;
  bool is_variadic = false;
  bool is_noreturn = false;
  bool is_target = false;  ///< of a function pointer: nobody else defines or names it
  std::vector<Answer> answers;
  std::vector<InputVariable> variables;  ///< of one call
  std::uint32_t first = 0;  ///< number of the first call's first variable in the unit
  unsigned calls = 0;  ///< calls that have variables; later ones answer zero
  std::uint32_t calls_output = 0;  ///< output that says how often it was called
};

/// A global variable that the unit finds set and whose value after the call is compared.
struct GlobalInput {
  std::string name;
  TypeId type = 0;
  Value value;
  std::vector<std::uint32_t> outputs;  ///< ids
  bool is_left_alone = false;          ///< part of it keeps its initial value
};

/// A function under test with its plan of inputs and outputs.
struct Unit {
  std::string name;  ///< of the function
  const SourceFunction* function;  ///< owned by the SourceFile
  std::vector<InputVariable> variables;
  std::vector<Shape> parameters;  ///< one per parameter
  std::vector<Output> outputs;
  std::vector<Stub> stubs;
  std::vector<GlobalInput> globals;
  bool has_static_locals = false;  ///< it reaches some: they start every run with their initial values
  std::string precondition;   ///< a function that says whether the arguments are allowed, or empty
  std::string postcondition;  ///< a function that judges arguments and result after the call, or empty
  std::uint32_t first_allocation = 0;  ///< input variable that makes the first allocation fail
  unsigned allocations = 0;            ///< allocations that may fail; 0: all succeed
  std::string result_name =
      "result";  ///< local variable for the result; differs when a parameter has that name
};

struct HarnessOptions {
  unsigned array_length = 4;  ///< elements behind an indexed pointer
  unsigned max_depth = 2;  ///< pointers followed inside structs
  unsigned max_stub_calls = 4;  ///< calls of a function without a body that answer freely
  bool globals = false;         ///< global variables are inputs
  bool failing_malloc = false;  ///< allocations may fail
};

/// Plans the unit.  Behind an indexed `char *` stands a string: array_length free characters and a zero
/// that is not an input.  A parameter `int a[6]` is an array of six, never null.  An Error
/// names the parameter that cannot be made and why.
Result<Unit> plan_unit(const SourceFile& source, const SourceFunction& function,
                       const HarnessOptions& options);

/// The C text of a harness for these units: includes the source (main renamed), one function
/// `espalier_unit_<n>` each, and the tables of espalier.h.
std::string harness_text(const SourceFile& source, const std::vector<Unit>& units);

/// C11 and C++17 lines (indented by two spaces; <stdbool.h> must be included) that declare and fill the
/// parameters of `unit` for concrete values; after them `unit.name(arg, ...)` can be called with
/// argument_list(unit).
/// `guarded`: objects behind pointers are made by `void *espalier_guard(const void *values, size_t size)`,
/// which the test must have: a copy that ends where a page without access begins.
std::string declarations_text(const SourceFile& source, const Unit& unit,
                              const std::vector<std::uint64_t>& values, bool guarded = false);
std::string argument_list(const Unit& unit);

/// The type of the variable that a test keeps the result in: declaration of unit.result_name, "int result".
/// Empty for void.
std::string result_declaration(const SourceFile& source, const Unit& unit);

/// A literal of that kind and width: "-3", "UINT64_MAX"-like exact constants, "1.5f", "RED".
std::string literal(const SourceFile& source, TypeId type, InputVariable::Kind kind, unsigned bits,
                    bool is_signed, std::uint64_t value);

/// Literals cannot write infinities and NaNs exactly; literal() calls espalier_float(bits) and
/// espalier_double(bits) for them.  This text (C and C++) defines them, and the inverses
/// espalier_float_bits(x) and espalier_double_bits(x), which compare results exactly.  Tests whose text uses
/// any of them start with it.
std::string float_helpers();
bool uses_float_helpers(std::string_view text);

/// A name of C type `type` declaring `name`: "int (*name)[3]".
std::string declaration(const SourceFile& source, TypeId type, const std::string& name);
/// The same for a local object, which must be writable: const is dropped at the top and from array elements.
std::string object_declaration(const SourceFile& source, TypeId type, const std::string& name);

}  // namespace espalier::frontend
