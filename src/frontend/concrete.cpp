// The parameters of a unit with concrete values, as exported tests declare them.  Everything is said by
// initialisers without designators, which C11 and C++17 both read.
#include <fmt/format.h>

#include "frontend/plan.h"

namespace espalier::frontend {
namespace {

class ConcreteWriter {
 public:
  ConcreteWriter(const SourceFile& source, const Unit& unit, const std::vector<std::uint64_t>& values,
                 bool guarded)
      : source_(source), unit_(unit), values_(values), guarded_(guarded) {}

  std::string write() {
    for (const Shape& parameter : unit_.parameters) {
      objects(parameter);
      if (parameter.kind == Shape::Kind::Array) {
        object(source_.type(parameter.type).element, parameter.expression, parameter);
        continue;
      }
      line(object_declaration(source_, parameter.type, parameter.expression), initialiser(parameter));
    }
    return text_;
  }

 private:
  [[nodiscard]] std::uint64_t value(std::uint32_t variable) const {
    return variable < values_.size() ? values_[variable] : 0;
  }
  [[nodiscard]] bool is_null(const Shape& pointer) const { return (value(pointer.variable) & 1) != 0; }

  void line(const std::string& declared, const std::string& initial) {
    text_ += fmt::format("  {} = {};\n", declared, initial);
  }

  /// Declares what the pointers in `shape` point to, the innermost objects first.
  void objects(const Shape& shape) {
    if (shape.kind == Shape::Kind::Pointer && is_null(shape)) return;
    for (const Shape& child : shape.children) objects(child);
    if (shape.kind != Shape::Kind::Pointer) return;
    object(source_.type(shape.type).element, shape.object, shape);
  }

  /// `int p_object[2] = {1, 2};`, or the same values in memory that ends at a guard.
  void object(TypeId element, const std::string& name, const Shape& shape) {
    const std::string values = guarded_ ? name + "_values" : name;
    line(object_declaration(source_, element, fmt::format("{}[{}]", values, shape.children.size())),
         braced(shape));
    if (!guarded_) return;
    const bool of_arrays = source_.type(element).kind == TypeKind::Array;
    const auto pointer = [&](const std::string& declared) {
      return object_declaration(source_, element, of_arrays ? "(*" + declared + ")" : "*" + declared);
    };
    line(pointer(name), fmt::format("({})espalier_guard({}, sizeof {})", pointer(""), values, values));
  }

  [[nodiscard]] std::string braced(const Shape& shape) const {
    std::vector<std::string> parts;
    for (const Shape& child : shape.children) parts.push_back(initialiser(child));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }

  [[nodiscard]] std::string initialiser(const Shape& shape) const {
    switch (shape.kind) {
      case Shape::Kind::Scalar: {
        const InputVariable& variable = unit_.variables[shape.variable];
        return literal(source_, variable.type, variable.kind, variable.bits, variable.is_signed,
                       value(shape.variable));
      }
      case Shape::Kind::Array:
      case Shape::Kind::Struct:
        return braced(shape);
      case Shape::Kind::Pointer:
        return is_null(shape) ? "0" : shape.object;
      case Shape::Kind::Zero:
        return "0";
    }
    return "0";
  }

  const SourceFile& source_;
  const Unit& unit_;
  const std::vector<std::uint64_t>& values_;
  const bool guarded_;
  std::string text_;
};

}  // namespace

std::string declarations_text(const SourceFile& source, const Unit& unit,
                              const std::vector<std::uint64_t>& values, bool guarded) {
  return ConcreteWriter{source, unit, values, guarded}.write();
}

std::string argument_list(const Unit& unit) {
  std::vector<std::string> arguments;
  for (const Shape& parameter : unit.parameters) arguments.push_back(parameter.expression);
  return fmt::format("{}", fmt::join(arguments, ", "));
}

std::string result_declaration(const SourceFile& source, const Unit& unit) {
  if (source.type(unit.function->result).kind == TypeKind::Void) return "";
  return object_declaration(source, unit.function->result, unit.result_name);
}

}  // namespace espalier::frontend
