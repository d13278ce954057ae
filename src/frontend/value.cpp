#include "frontend/value.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "frontend/plan.h"

namespace espalier::frontend {
namespace {

using Kind = Value::Kind;

constexpr unsigned deepest_pointer = 2;
constexpr unsigned opaque_bytes = 64;  // behind a pointer to nobody knows what
constexpr std::uint64_t longest_array = 256;

bool has_name(const Type& type) {
  return type.spelling.find("(unnamed") == std::string::npos &&
         type.spelling.find("(anonymous") == std::string::npos;
}

bool has_bit_field_or_anonymous_union(const SourceFile& source, const Type& record) {
  return std::ranges::any_of(record.fields, [&](const Field& field) {
    return field.bit_width >= 0 || (field.name.empty() && source.type(field.type).kind == TypeKind::Union);
  });
}

}  // namespace

ValuePlanner::ValuePlanner(const SourceFile& source, const HarnessOptions& options,
                           std::vector<InputVariable>& variables, std::size_t most, Target target)
    : source_(source),
      options_(options),
      variables_(variables),
      last_(variables.size() + most),
      target_(std::move(target)) {}

Value ValuePlanner::plan(TypeId type, const std::string& expression, const std::string& spoken) {
  return value(type, expression, spoken, 0);
}

Value ValuePlanner::value(TypeId id, const std::string& expression, const std::string& spoken,
                          unsigned depth) {
  const Type& type = source_.type(id);
  Value made;
  made.type = id;
  made.expression = expression;
  if (variables_.size() >= last_ || (skip_const && type.is_const)) return made;
  switch (type.kind) {
    case TypeKind::Bool:
    case TypeKind::Integer:
    case TypeKind::Float:
    case TypeKind::Enum:
      if (type.bits > 64 || (type.kind == TypeKind::Enum && type.enumerators.empty())) break;
      made.kind = Kind::Scalar;
      made.variable = variable(spoken, scalar_kind(type.kind), scalar_bits(type), type.is_signed, id);
      break;
    case TypeKind::Array:
      if (!type.is_complete || type.count > longest_array) break;
      made.kind = Kind::Array;
      for (std::uint64_t i = 0; i < type.count; ++i)
        made.children.push_back(value(type.element, fmt::format("{}[{}]", expression, i),
                                      fmt::format("{}[{}]", spoken, i), depth));
      break;
    case TypeKind::Struct:
      structure(made, spoken, depth);
      break;
    case TypeKind::Pointer:
      pointer(made, spoken, depth);
      break;
    default:
      break;
  }
  return made;
}

void ValuePlanner::structure(Value& made, const std::string& spoken, unsigned depth) {
  const Type& type = source_.type(made.type);
  if (!type.is_complete || has_bit_field_or_anonymous_union(source_, type)) return;
  made.kind = Kind::Struct;
  for (const Field& field : type.fields)
    made.children.push_back(value(field.type,
                                  field.name.empty() ? made.expression : made.expression + "." + field.name,
                                  field.name.empty() ? spoken : spoken + "." + field.name, depth));
}

/// Null or the address of something new: an object of known type with free content, opaque bytes, a stub.
void ValuePlanner::pointer(Value& made, const std::string& spoken, unsigned depth) {
  const TypeId pointee = source_.type(made.type).element;
  const Type& type = source_.type(pointee);
  const bool is_function = type.kind == TypeKind::Function;
  if (depth >= deepest_pointer || (is_function && !target_)) return;
  made.kind = is_function ? Kind::Function : Kind::Pointer;
  made.variable = variable(spoken + " is null", InputVariable::Kind::Choice, 1, false, 0);
  if (is_function) {
    made.object = target_(made.type, spoken);
    return;
  }
  made.object = fmt::format("object_{}", objects_++);
  const bool known = type.is_complete && has_name(type) && type.kind != TypeKind::Void && type.bits > 0;
  if (!known) return;  // no children: opaque
  const bool is_string = type.spelling == "char";
  const std::uint64_t count = is_string ? std::max(options_.array_length, 1u) : 1;
  for (std::uint64_t i = 0; i < count; ++i)
    made.children.push_back(
        value(pointee, fmt::format("{}[{}]", made.object, i), fmt::format("{}[{}]", spoken, i), depth + 1));
  if (!is_string) return;
  Value end;
  end.type = pointee;
  end.expression = fmt::format("{}[{}]", made.object, count);
  made.children.push_back(end);
}

std::uint32_t ValuePlanner::variable(const std::string& spoken, InputVariable::Kind kind, unsigned bits,
                                     bool is_signed, TypeId type) {
  InputVariable made;
  made.name = spoken;
  made.kind = kind;
  made.bits = bits;
  made.is_signed = is_signed;
  made.type = type;
  variables_.push_back(made);
  return static_cast<std::uint32_t>(variables_.size() - 1);
}

// --- harness ----------------------------------------------------------------------------------------------

namespace {

class InputWriter {
 public:
  InputWriter(const SourceFile& source, std::string first) : source_(source), first_(std::move(first)) {}

  void fill(const Value& value, unsigned indent) {
    const Type& type = source_.type(value.type);
    const std::string place =
        type.is_const
            ? fmt::format("*({})&{}", object_declaration(source_, value.type, "*"), value.expression)
            : value.expression;
    switch (value.kind) {
      case Kind::Scalar:
        line(indent, fmt::format("{} = {};", place, input_text(source_, value.type, number(value))));
        if (type.kind == TypeKind::Enum)
          line(indent, fmt::format("if (!({})) espalier_reject();",
                                   enumerator_test(source_, value.type, value.expression)));
        break;
      case Kind::Pointer:
        line(indent, fmt::format("if (!espalier_bool({})) {{", number(value)));
        object(value, indent + 1);
        line(indent + 1, fmt::format("{} = (void *){};", place, value.object));
        line(indent, fmt::format("}} else {{ {} = 0; }}", place));
        break;
      case Kind::Function:
        line(indent, fmt::format("if (!espalier_bool({})) {} = {};", number(value), place, value.object));
        line(indent, fmt::format("else {} = 0;", place));
        break;
      case Kind::Array:
      case Kind::Struct:
      case Kind::Zero:
        for (const Value& child : value.children) fill(child, indent);
        break;
    }
  }

  std::string text;

 private:
  void line(unsigned indent, const std::string& content) {
    text += std::string(2 * indent, ' ') + content + "\n";
  }

  [[nodiscard]] std::string number(const Value& value) const {
    return first_.empty() ? std::to_string(value.variable) : fmt::format("{} + {}", first_, value.variable);
  }

  void object(const Value& pointer, unsigned indent) {
    if (pointer.children.empty())
      return line(indent, fmt::format("char *{} = espalier_object({});", pointer.object, opaque_bytes));
    const TypeId element = source_.type(pointer.type).element;
    const bool of_arrays = source_.type(element).kind == TypeKind::Array;
    const std::string name = of_arrays ? "(*" + pointer.object + ")" : "*" + pointer.object;
    line(indent,
         fmt::format("{} = espalier_object({} * sizeof {}[0]);", object_declaration(source_, element, name),
                     pointer.children.size(), pointer.object));
    for (const Value& child : pointer.children) fill(child, indent);
  }

  const SourceFile& source_;
  const std::string first_;
};

}  // namespace

std::string fill_from_inputs(const SourceFile& source, const Value& value, const std::string& first) {
  InputWriter writer{source, first};
  writer.fill(value, 1);
  return writer.text;
}

// --- tests ------------------------------------------------------------------------------------------------

ConcreteValue::ConcreteValue(const SourceFile& source, const std::vector<InputVariable>& variables,
                             const std::vector<std::uint64_t>& values, std::uint32_t first,
                             std::string objects)
    : source_(source), variables_(variables), values_(values), first_(first), objects_(std::move(objects)) {}

std::uint64_t ConcreteValue::input(const Value& value) const {
  const std::uint32_t variable = first_ + value.variable;
  return variable < values_.size() ? values_[variable] : 0;
}

std::string ConcreteValue::braced(const Value& value) {
  std::vector<std::string> parts;
  for (const Value& child : value.children) parts.push_back(initialiser(child));
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

std::string ConcreteValue::initialiser(const Value& value) {
  const TypeKind type = source_.type(value.type).kind;
  switch (value.kind) {
    case Kind::Scalar: {
      const InputVariable& variable = variables_[first_ + value.variable];
      return literal(source_, variable.type, variable.kind, variable.bits, variable.is_signed, input(value));
    }
    case Kind::Pointer:
      return (input(value) & 1) != 0 ? "0" : object(value);
    case Kind::Function:
      return (input(value) & 1) != 0 ? "0" : value.object;
    case Kind::Array:
    case Kind::Struct:
      return braced(value);
    case Kind::Zero:
      break;
  }
  return is_scalar(type) || type == TypeKind::Pointer ? "0" : "{}";
}

std::string ConcreteValue::assignments(const Value& value) {
  switch (value.kind) {
    case Kind::Scalar:
    case Kind::Pointer:
    case Kind::Function:
      return fmt::format("  {} = {};\n", value.expression, initialiser(value));
    case Kind::Array:
    case Kind::Struct:
    case Kind::Zero:
      break;
  }
  std::string text;
  for (const Value& child : value.children) text += assignments(child);
  return text;
}

std::string ConcreteValue::object(const Value& pointer) {
  const std::string name = fmt::format("{}_{}", objects_, pointer.object);
  if (pointer.children.empty()) {
    objects_text_ += fmt::format("  long {}[{}] = {{}};\n", name, opaque_bytes / 8);
    return fmt::format("({}){}", object_declaration(source_, pointer.type, ""), name);
  }
  const std::string values = braced(pointer);
  const TypeId element = source_.type(pointer.type).element;
  const std::string declared = fmt::format("{}[{}]", name, pointer.children.size());
  objects_text_ += fmt::format("  {} = {};\n", object_declaration(source_, element, declared), values);
  return name;
}

}  // namespace espalier::frontend
