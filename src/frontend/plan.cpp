// Plans the inputs of a unit: one tree of shapes per parameter, its leaves numbered input variables.
#include "frontend/plan.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "frontend/environment.h"

namespace espalier::frontend {
namespace {

constexpr std::size_t most_variables = 4096;

/// Thrown and caught in this file only: planning stops deep inside a type.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Names that cannot be locals of a test in C or C++.
constexpr const char* keywords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t "
    "class compl const const_cast constexpr continue decltype default delete do double dynamic_cast "
    "else enum explicit export extern false float for friend goto if inline int long main mutable "
    "namespace new noexcept not not_eq nullptr operator or or_eq private protected public register "
    "reinterpret_cast restrict return short signed sizeof static static_assert static_cast struct "
    "switch template this thread_local throw true try typedef typeid typename union unsigned using "
    "virtual void volatile wchar_t while xor xor_eq";

bool has_name(const Type& type) {
  return type.spelling.find("(unnamed") == std::string::npos &&
         type.spelling.find("(anonymous") == std::string::npos;
}

/// Where a value stands: in C, in words, and as part of a local variable's name.
struct Spot {
  std::string expression;  ///< "p_object[2].x"
  std::string spoken;      ///< "p[2].x"
  std::string base;        ///< "p_2_x"
  unsigned depth = 0;      ///< pointers followed
};

class Planner {
 public:
  Planner(const SourceFile& source, const SourceFunction& function, const HarnessOptions& options)
      : source_(source), function_(function), options_(options) {
    unit_.name = function.name;
    unit_.function = &function;
    std::istringstream words{keywords};
    taken_.insert(std::istream_iterator<std::string>{words}, {});
    taken_.insert(function.name);
    for (const Type& type : source.types)
      for (const auto& enumerator : type.enumerators) taken_.insert(enumerator.name);
  }

  Unit plan() {
    if (function_.is_variadic)
      throw Unsupported{"takes a variable number of arguments, which is not supported yet"};
    if (!has_name(source_.type(function_.result)))
      throw Unsupported{"returns a type without a name, which is not supported yet"};
    std::vector<std::string> names;
    for (const auto& parameter : function_.parameters) names.push_back(free_name(parameter.name));
    unit_.result_name = free_name("result");
    for (std::size_t i = 0; i < names.size(); ++i) {
      parameter_ = &function_.parameters[i];
      unit_.parameters.push_back(parameter(*parameter_, names[i]));
    }
    for (auto& guarded : collect_outputs(source_, unit_)) unit_.outputs.push_back(guarded.output);
    plan_environment(source_, options_, unit_);
    return unit_;
  }

 private:
  /// `wanted`, or a similar name; both it and the name of its object are ours from now on.
  std::string free_name(std::string wanted) {
    if (wanted.starts_with("espalier_")) wanted = "p_" + wanted;  // those are the harness's own
    while (taken_.contains(wanted) || taken_.contains(wanted + "_object")) wanted += "_";
    taken_.insert(wanted);
    taken_.insert(wanted + "_object");
    return wanted;
  }

  [[noreturn]] void refuse(const Spot& spot, const std::string& what) const {
    const std::string which = spot.spoken == parameter_->name
                                  ? fmt::format("parameter '{}'", parameter_->name)
                                  : fmt::format("'{}' of parameter '{}'", spot.spoken, parameter_->name);
    throw Unsupported{fmt::format("{} of '{}' {}, which is not supported yet", which, function_.name, what)};
  }

  std::uint32_t variable(const std::string& name, InputVariable::Kind kind, unsigned bits, bool is_signed,
                         TypeId type) {
    if (unit_.variables.size() >= most_variables)
      throw Unsupported{
          fmt::format("parameter '{}' of '{}' has more than {} values, which is not supported yet",
                      parameter_->name, function_.name, most_variables)};
    unit_.variables.push_back({name, kind, bits, is_signed, type});
    return static_cast<std::uint32_t>(unit_.variables.size() - 1);
  }

  Shape parameter(const Parameter& parameter, const std::string& name) {
    const Type& type = source_.type(parameter.type);
    const Spot spot{name, parameter.name, name, 0};
    if (!has_name(type)) refuse(spot, "has a type without a name");
    if (type.kind == TypeKind::Array && !type.is_complete) return pointer(parameter.type, spot, true);
    if (type.kind == TypeKind::Pointer) return pointer(parameter.type, spot, parameter.indexed);
    return value(parameter.type, spot);
  }

  Shape value(TypeId id, const Spot& spot) {
    const Type& type = source_.type(id);
    switch (type.kind) {
      case TypeKind::Bool:
      case TypeKind::Integer:
      case TypeKind::Enum:
      case TypeKind::Float:
        return scalar(id, spot);
      case TypeKind::Array:
        return array(id, spot);
      case TypeKind::Struct:
        return structure(id, spot);
      case TypeKind::Pointer:
        // Nothing is known of how a pointer inside an object is used: scalars behind it are
        // taken for arrays, structures for links.
        return pointer(id, spot, is_scalar(source_.type(type.element).kind));
      case TypeKind::Union:
        refuse(spot, "is a union");
      case TypeKind::Void:
      case TypeKind::Function:
      case TypeKind::Unsupported:
        refuse(spot, fmt::format("has type '{}'", type.spelling));
    }
    refuse(spot, "has an unknown type");
  }

  Shape scalar(TypeId id, const Spot& spot) {
    const Type& type = source_.type(id);
    if (type.kind == TypeKind::Enum && type.enumerators.empty()) refuse(spot, "is an incomplete enumeration");
    const auto number = variable(spot.spoken, scalar_kind(type.kind), scalar_bits(type), type.is_signed, id);
    return {Shape::Kind::Scalar, id, number, spot.expression, "", {}};
  }

  Shape array(TypeId id, const Spot& spot) {
    const Type& type = source_.type(id);
    if (!type.is_complete || type.count == 0) refuse(spot, "is a flexible array");
    Shape shape{Shape::Kind::Array, id, 0, spot.expression, "", {}};
    for (std::uint64_t i = 0; i < type.count; ++i)
      shape.children.push_back(value(
          type.element, {fmt::format("{}[{}]", spot.expression, i), fmt::format("{}[{}]", spot.spoken, i),
                         fmt::format("{}_{}", spot.base, i), spot.depth}));
    return shape;
  }

  Shape structure(TypeId id, const Spot& spot) {
    const Type& type = source_.type(id);
    if (!type.is_complete) refuse(spot, fmt::format("is of incomplete type '{}'", type.spelling));
    Shape shape{Shape::Kind::Struct, id, 0, spot.expression, "", {}};
    // `*p` of one structure is spoken of as p->x.
    const bool arrow = spot.spoken.starts_with('*');
    for (const Field& field : type.fields) {
      Spot below = spot;
      if (!field.name.empty()) {
        below.expression = spot.expression + "." + field.name;
        below.spoken =
            arrow ? fmt::format("{}->{}", spot.spoken.substr(1), field.name) : spot.spoken + "." + field.name;
        below.base = spot.base + "_" + field.name;
      }
      if (field.bit_width >= 0) refuse(below, "is a bit-field");
      shape.children.push_back(value(field.type, below));
    }
    return shape;
  }

  Shape pointer(TypeId id, const Spot& spot, bool indexed) {
    const TypeId pointee = source_.type(id).element;
    const Type& type = source_.type(pointee);
    if (type.kind == TypeKind::Function) refuse(spot, "is a function pointer");
    if (type.kind == TypeKind::Void) refuse(spot, "is a pointer to void");
    if (!type.is_complete) refuse(spot, fmt::format("points to the incomplete type '{}'", type.spelling));
    if (!has_name(type)) refuse(spot, "points to a type without a name");
    if (spot.depth > options_.max_depth) return {Shape::Kind::Zero, id, 0, spot.expression, "", {}};

    const std::string base =
        spot.depth == 0 && spot.base == spot.expression ? spot.base : free_name(spot.base);
    Shape shape{Shape::Kind::Pointer, id, 0, spot.expression, base + "_object", {}};
    shape.variable = variable(spot.spoken + " is null", InputVariable::Kind::Choice, 1, false, 0);
    const std::uint64_t count = indexed ? std::max(options_.array_length, 1u) : 1;
    for (std::uint64_t i = 0; i < count; ++i)
      shape.children.push_back(
          value(pointee, {fmt::format("{}[{}]", shape.object, i),
                          indexed ? fmt::format("{}[{}]", spot.spoken, i) : "*" + spot.spoken,
                          indexed ? fmt::format("{}_{}", base, i) : base, spot.depth + 1}));
    if (indexed && type.spelling == "char")
      shape.children.push_back(
          {Shape::Kind::Zero, pointee, 0, fmt::format("{}[{}]", shape.object, count), "", {}});
    return shape;
  }

  const SourceFile& source_;
  const SourceFunction& function_;
  const HarnessOptions& options_;
  const Parameter* parameter_ = nullptr;
  std::set<std::string, std::less<>> taken_;
  Unit unit_;
};

}  // namespace

Result<Unit> plan_unit(const SourceFile& source, const SourceFunction& function,
                       const HarnessOptions& options) {
  try {
    return Planner{source, function, options}.plan();
  } catch (const Unsupported& why) {
    const std::string what = why.what();
    const std::string subject = what.starts_with("takes") ? fmt::format("'{}' ", function.name) : "";
    return Error{
        fmt::format("{}{}; test it through a function with simpler parameters that calls it", subject, what)};
  }
}

bool is_scalar(TypeKind kind) {
  return kind == TypeKind::Bool || kind == TypeKind::Integer || kind == TypeKind::Enum ||
         kind == TypeKind::Float;
}

InputVariable::Kind scalar_kind(TypeKind kind) {
  if (kind == TypeKind::Bool) return InputVariable::Kind::Bool;
  if (kind == TypeKind::Enum) return InputVariable::Kind::Enum;
  if (kind == TypeKind::Float) return InputVariable::Kind::Float;
  return InputVariable::Kind::Integer;
}

unsigned scalar_bits(const Type& type) { return type.kind == TypeKind::Bool ? 1 : type.bits; }

std::string pointer_variable(const Shape& pointer) {
  constexpr std::string_view ending = "_object";
  return pointer.object.substr(0, pointer.object.size() - ending.size());
}

}  // namespace espalier::frontend
