// Plans what stubs answer: a result, and a value for what each pointer parameter points to.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/plan.h"
#include "frontend/stub.h"

namespace espalier::frontend {
namespace {

constexpr std::uint32_t most_variables_of_a_call = 128;
constexpr unsigned deepest_pointer = 2;

bool has_name(const Type& type) {
  return type.spelling.find("(unnamed") == std::string::npos &&
         type.spelling.find("(anonymous") == std::string::npos;
}

/// What one call answers, as shapes whose variables count from the first one of the call.
class AnswerPlanner {
 public:
  AnswerPlanner(const SourceFile& source, const HarnessOptions& options, Stub& stub)
      : source_(source), options_(options), stub_(stub) {}

  void plan() {
    const Type& result = source_.type(stub_.result);
    if (result.kind != TypeKind::Void && !stub_.is_noreturn)
      stub_.answers.push_back({"result", stub_.result, -1, value(stub_.result, "answer->result", "", 0)});
    if (stub_.is_noreturn) return;
    for (std::size_t i = 0; i < stub_.parameters.size(); ++i) written(i);
  }

 private:
  /// What the stub writes through parameter i: the first object there, when it may write.
  void written(std::size_t i) {
    const Parameter& parameter = stub_.parameters[i];
    const Type& type = source_.type(parameter.type);
    if (type.kind != TypeKind::Pointer && type.kind != TypeKind::Array) return;
    const Type& pointee = source_.type(type.element);
    if (pointee.is_const || !pointee.is_complete || !has_name(pointee) || pointee.kind == TypeKind::Void ||
        pointee.kind == TypeKind::Function || pointee.kind == TypeKind::Union || pointee.bits == 0)
      return;
    const std::string field = parameter.name == "result" ? "written" : parameter.name;
    stub_.answers.push_back({field, type.element, static_cast<int>(i),
                             value(type.element, "answer->" + field, ": *" + parameter.name, 0)});
  }

  Stub::Value value(TypeId id, const std::string& expression, const std::string& spoken, unsigned depth) {
    const Type& type = source_.type(id);
    Stub::Value shape;
    shape.kind = Stub::Value::Kind::Zero;  // until something better is known
    shape.type = id;
    shape.expression = expression;
    if (stub_.variables.size() >= most_variables_of_a_call) return shape;
    switch (type.kind) {
      case TypeKind::Bool:
      case TypeKind::Integer:
      case TypeKind::Float:
      case TypeKind::Enum:
        if (type.bits > 64 || (type.kind == TypeKind::Enum && type.enumerators.empty())) break;
        shape.kind = Stub::Value::Kind::Scalar;
        shape.variable = variable(spoken, scalar_kind(type.kind), scalar_bits(type), type.is_signed, id);
        break;
      case TypeKind::Array:
        if (!type.is_complete || type.count > most_variables_of_a_call) break;
        shape.kind = Stub::Value::Kind::Array;
        for (std::uint64_t i = 0; i < type.count; ++i)
          shape.children.push_back(value(type.element, fmt::format("{}[{}]", expression, i),
                                         fmt::format("{}[{}]", spoken, i), depth));
        break;
      case TypeKind::Struct:
        structure(shape, spoken, depth);
        break;
      case TypeKind::Pointer:
        pointer(shape, spoken, depth);
        break;
      case TypeKind::Complex:
      case TypeKind::Union:
      case TypeKind::Void:
      case TypeKind::Function:
      case TypeKind::Unsupported:
        break;
    }
    return shape;
  }

  void structure(Stub::Value& shape, const std::string& spoken, unsigned depth) {
    const Type& type = source_.type(shape.type);
    if (!type.is_complete) return;
    for (const Field& field : type.fields)
      if (field.bit_width >= 0 || (field.name.empty() && source_.type(field.type).kind == TypeKind::Union))
        return;
    shape.kind = Stub::Value::Kind::Struct;
    for (const Field& field : type.fields)
      shape.children.push_back(
          value(field.type, field.name.empty() ? shape.expression : shape.expression + "." + field.name,
                field.name.empty() ? spoken : spoken + "." + field.name, depth));
  }

  /// Null or the address of something new: an object of known type with free content, or opaque bytes.
  void pointer(Stub::Value& shape, const std::string& spoken, unsigned depth) {
    const TypeId pointee = source_.type(shape.type).element;
    const Type& type = source_.type(pointee);
    if (type.kind == TypeKind::Function || depth >= deepest_pointer) return;
    shape.kind = Stub::Value::Kind::Pointer;
    shape.variable = variable(spoken + " is null", InputVariable::Kind::Choice, 1, false, 0);
    shape.object = fmt::format("object_{}", objects_++);
    const bool known = type.is_complete && has_name(type) && type.kind != TypeKind::Void && type.bits > 0;
    if (!known) return;  // no children: opaque
    const std::uint64_t count = type.spelling == "char" ? std::max(options_.array_length, 1u) : 1;
    for (std::uint64_t i = 0; i < count; ++i)
      shape.children.push_back(value(pointee, fmt::format("{}[{}]", shape.object, i),
                                     fmt::format("{}[{}]", spoken, i), depth + 1));
    if (type.spelling == "char") {
      Stub::Value end;
      end.kind = Stub::Value::Kind::Zero;
      end.type = pointee;
      end.expression = fmt::format("{}[{}]", shape.object, count);
      shape.children.push_back(end);
    }
  }

  std::uint32_t variable(const std::string& spoken, InputVariable::Kind kind, unsigned bits, bool is_signed,
                         TypeId type) {
    InputVariable made;
    made.name = spoken;
    made.kind = kind;
    made.bits = bits;
    made.is_signed = is_signed;
    made.type = type;
    stub_.variables.push_back(made);
    return static_cast<std::uint32_t>(stub_.variables.size() - 1);
  }

  const SourceFile& source_;
  const HarnessOptions& options_;
  Stub& stub_;
  unsigned objects_ = 0;
};

/// Gives every call its own variables, after those that the unit has.
void number(const HarnessOptions& options, Stub& stub, Unit& unit) {
  stub.first = static_cast<std::uint32_t>(unit.variables.size());
  stub.calls = options.max_stub_calls;
  for (unsigned call = 0; call < stub.calls; ++call)
    for (InputVariable variable : stub.variables) {
      variable.name = fmt::format("{}() call {}{}", stub.spoken, call + 1, variable.name);
      unit.variables.push_back(variable);
    }
  Output calls;
  calls.expression = "espalier_calls_" + stub.id;
  calls.bits = 32;
  calls.is_signed = false;
  stub.calls_output = static_cast<std::uint32_t>(unit.outputs.size());
  unit.outputs.push_back(calls);
}

}  // namespace

void plan_stubs(const SourceFile& source, const HarnessOptions& options, Unit& unit) {
  const auto names = source.reachable_names(unit.name);
  for (const DeclaredFunction& function : source.declared) {
    if (!names.contains(function.name)) continue;
    Stub stub;
    stub.name = stub.id = stub.spoken = function.name;
    stub.result = function.result;
    stub.parameters = function.parameters;
    stub.is_variadic = function.is_variadic;
    stub.is_noreturn = function.is_noreturn;
    AnswerPlanner{source, options, stub}.plan();
    number(options, stub, unit);
    unit.stubs.push_back(std::move(stub));
  }
}

std::vector<const Stub*> all_stubs(const std::vector<const Unit*>& units) {
  std::vector<const Stub*> found;
  for (const Unit* unit : units)
    for (const Stub& stub : unit->stubs)
      if (std::ranges::none_of(found, [&](const Stub* known) { return known->id == stub.id; }))
        found.push_back(&stub);
  return found;
}

}  // namespace espalier::frontend
