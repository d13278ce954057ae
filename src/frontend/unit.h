#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

/// In place of a variable, where there is nothing to choose.
inline constexpr std::uint32_t no_variable = 0xffffffff;

/// How a value is made from input variables.  One tree per parameter and per object behind a pointer; the
/// harness and every exported test follow it, so that they build the same objects.
struct Shape {
  enum class Kind : std::uint8_t {
    Scalar,    ///< the value of `variable`; a long double is a double, widened
    Wide,      ///< a 128-bit integer: low half in `variable`, high half in the next
    Complex,   ///< children = real and imaginary part
    Array,     ///< children = elements
    Struct,    ///< children = fields, in order
    Union,     ///< children = members; the one with the number `variable` has a value
    Pointer,   ///< see Choice
    Handle,    ///< points to a function or what is not defined here: null when input `variable` is 1, else
               ///< `target`
    Count,     ///< argc: how many strings argv has
    Zero,      ///< nothing we can choose: a pointer we cannot follow, the end of a string
    Padding,   ///< an unnamed bit-field
  };

  /// Where a Pointer points, decided by input `variable`.  Candidates are null, a new object of `pool`, and
  /// the objects that the pools in `shared` have made so far.  Value 1 is the second candidate, 2 + n the
  /// n-th object of `shared` (counting every place of each pool), anything else the first candidate.
  struct Choice {
    std::uint32_t pool = 0;
    std::vector<std::uint32_t> shared;
    bool null_first = false;  ///< first candidate null and second a new object; otherwise the other way round
    bool never_null = false;  ///< null is no candidate
  };

  Kind kind = Kind::Scalar;
  TypeId type = 0;
  std::uint32_t variable = 0;
  std::string expression{};  ///< C lvalue of this value in tests: "a", "p_object[2].x", "node_1.next"
  std::vector<Shape> children{};
  Choice choice{};  ///< Pointer
  std::string target{};  ///< Handle
  int bit_width = -1;  ///< of a bit-field, or -1
  bool is_anonymous = false;  ///< a member without a name: `expression` is that of the record around it
};

/// Memory behind pointers: room for some objects of one type, which are made as pointers ask for them.
/// Objects of a pool differ only in their number: the n-th takes its inputs from variable
/// `first_variable + n * stride` on.
struct Pool {
  TypeId type = 0;  ///< of an element
  bool is_array = false;  ///< an object is an array; else it is one element
  std::uint64_t count = 1;  ///< elements of an object, without the zero at the end of a string
  bool is_string = false;  ///< an array of characters that ends with a zero
  std::uint64_t flexible = 0;  ///< elements of the flexible array member at the end, if there is one
  std::string name;  ///< "node", "p_object"
  std::vector<std::string> names;  ///< of the objects: "node_1", "node_2"; "p_object"
  std::vector<Shape> objects;  ///< Array when is_array
  std::uint32_t first_variable = 0;
  std::uint32_t stride = 0;
};

/// Something to compare after the call; the n-th of a Unit has output id n.
struct Output {
  /// Pointer: 0 for null, 1 for elsewhere, else (number of the object in the order of making + 2) << 32 |
  /// offset
  enum class What : std::uint8_t { Value, LowHalf, HighHalf, Pointer };
  std::string expression;  ///< "result", "p_object[2].x"
  TypeId type = 0;  ///< scalar; Pointer: the pointer's
  InputVariable::Kind kind = InputVariable::Kind::Integer;
  unsigned bits = 32;
  bool is_signed = true;
  int variable = -1;  ///< the input variable it starts from, or -1 (the result, the end of a string)
  What what = What::Value;
  int pool = -1;  ///< the pool of the object it is in, or -1
  std::uint32_t object = 0;  ///< number in the pool
  /// Part of a union: only there when these inputs have these values.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> views;
};

/// Inputs outside are refused by the harness: they are no tests.
struct Constraint {
  std::string expression;  ///< the parameter, "count"
  std::optional<std::int64_t> low, high;
};

/// A value made from input variables outside the parameters.
struct Value {
  enum class Kind : std::uint8_t {
    Zero,  ///< nothing to choose
    Scalar,  ///< the value of `variable`
    Array,  ///< children = elements
    Struct,  ///< children = fields
    Pointer,  ///< null when `variable` is 1, else a new object: children = its elements, none: opaque bytes
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
    Value value;  ///< its variables count from the first one of the call
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
  bool is_left_alone = false;  ///< part of it keeps its initial value
};

/// A function under test with its plan of inputs and outputs.
struct Unit {
  std::string name;  ///< of the function
  const SourceFunction* function;  ///< owned by the SourceFile
  std::vector<InputVariable> variables;
  std::vector<Shape> parameters;  ///< one per parameter
  std::vector<Pool> pools;
  std::vector<Constraint> constraints;
  std::vector<Output> outputs;
  std::uint32_t parameter_variables =
      0;  ///< so many of `variables` are for parameters and what they point to
  std::vector<Stub> stubs;
  std::vector<GlobalInput> globals;
  bool has_static_locals = false;  ///< it reaches some: they start every run with their initial values
  std::string precondition;  ///< a function that says whether the arguments are allowed, or empty
  std::string postcondition;  ///< a function that judges arguments and result after the call, or empty
  std::uint32_t first_allocation = 0;  ///< input variable that makes the first allocation fail
  unsigned allocations = 0;  ///< allocations that may fail; 0: all succeed
  /// Where the inputs are fewer than C allows, each a phrase: "strings of at most 8 characters
  /// (--max-string)". What is proved of the unit holds within these.
  std::vector<std::string> bounds;
  /// Where no option gives the inputs that a caller has, each a phrase: "'f' null, as only the C library
  /// makes 'FILE'". Nothing can be proved of the unit.
  std::vector<std::string> shortfalls;
  std::string result_name =
      "result";  ///< local variable for the result; differs when a parameter has that name
  std::vector<std::string> extra_arguments;  ///< after the parameters, for `...`
};

/// What the user knows of a parameter and C does not say.
struct ParameterHint {
  std::string function;  ///< empty: of every function
  std::string parameter;
  std::string length;  ///< the parameter that counts the elements behind this pointer
  std::string type;  ///< what a `void *` points to: "struct node", "int"
  std::optional<std::int64_t> low, high;  ///< range of an integer
  bool non_null = false;
};

struct HarnessOptions {
  unsigned array_length = 4;  ///< elements behind an indexed pointer
  unsigned max_string = 8;  ///< characters of a string before its end
  unsigned max_objects = 4;  ///< objects of one structure type
  unsigned max_depth = 2;  ///< pointers followed inside structs
  unsigned max_stub_calls = 4;  ///< calls of a function without a body that answer freely
  bool globals = false;  ///< global variables are inputs
  bool failing_malloc = false;  ///< allocations may fail
  std::vector<ParameterHint> hints{};
};

/// Plans the unit.  An Error names the parameter that cannot be made and why.
///
/// A parameter `int a[6]` is an array of six, never null.  A pointer to scalars is null, an object of its
/// own, or, among parameters of the same type that are not `restrict`, the object of an earlier one. Pointers
/// to structures share a pool of `max_objects` for each type, so that lists may be of any form, cyclic too.
Result<Unit> plan_unit(const SourceFile& source, const SourceFunction& function,
                       const HarnessOptions& options);

/// The C text of a harness for these units: includes the source (main renamed), one function
/// `espalier_unit_<n>` each, and the tables of espalier.h.
std::string harness_text(const SourceFile& source, const std::vector<Unit>& units);

/// How tests make objects behind pointers.
enum class Memory : std::uint8_t {
  Local,  ///< variables of the test
  Guarded,  ///< by `void *espalier_guard(const void *values, size_t size)`, which the test must have: a copy
            ///< that ends where a page without access begins
  Heap,  ///< by malloc, so that the unit can free them
};

/// One concrete input of a unit in the words of a test.
class TestInput {
 public:
  TestInput(const SourceFile& source, const Unit& unit, const std::vector<std::uint64_t>& values,
            Memory memory = Memory::Local);
  TestInput(TestInput&&) noexcept;
  ~TestInput();

  /// C11 and C++17 lines (indented by two spaces; <stdbool.h> must be included) that declare and fill the
  /// parameters; after them `unit.name(arg, ...)` can be called with argument_list(unit).
  [[nodiscard]] std::string declarations() const;

  /// An output as a C expression, after the declarations and the call.
  [[nodiscard]] std::string expression(const Output& output) const;
  /// For a Pointer output with this value: what it is equal to ("&node_2", "s_object + 3", "0"), or
  /// empty when it points elsewhere.
  [[nodiscard]] std::string target(const Output& output, std::uint64_t value) const;
  /// The value an output has before the call; 0 for results.
  [[nodiscard]] std::uint64_t initial(const Output& output) const;
  /// The output is there: the member of a union that the input chose, or no part of a union.
  [[nodiscard]] bool is_seen(const Output& output) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};
std::string declarations_text(const SourceFile& source, const Unit& unit,
                              const std::vector<std::uint64_t>& values, Memory memory = Memory::Local);
std::string argument_list(const Unit& unit);

/// By input variable: the harness reads it for these values.  The others are without meaning.
std::vector<bool> used_variables(const Unit& unit, const std::vector<std::uint64_t>& values);

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

/// `#include` of a file whose path may have any character.
std::string include_directive(const std::string& path);

/// A name of C type `type` declaring `name`: "int (*name)[3]".
std::string declaration(const SourceFile& source, TypeId type, const std::string& name);
/// The same for a local object, which must be writable: const is dropped at the top and from array elements.
std::string object_declaration(const SourceFile& source, TypeId type, const std::string& name);

}  // namespace espalier::frontend
