// What a test can observe after the call: the result, and every scalar in an object that the unit
// could write to.
#include <fmt/format.h>

#include "frontend/plan.h"

namespace espalier::frontend {
namespace {

class Collector {
 public:
  explicit Collector(const SourceFile& source) : source_(source) {}

  void result(TypeId id, const std::string& expression) {
    const Type& type = source_.type(id);
    if (is_scalar(type.kind)) {
      scalar(id, expression, -1);
    } else if (type.kind == TypeKind::Pointer) {
      found.push_back({{expression + " != 0", 0, InputVariable::Kind::Bool, 1, false, -1}, ""});
    } else if (type.kind == TypeKind::Array) {
      for (std::uint64_t i = 0; i < type.count; ++i)
        result(type.element, fmt::format("{}[{}]", expression, i));
    } else if (type.kind == TypeKind::Struct) {
      for (const Field& field : type.fields)
        result(field.type, field.name.empty() ? expression : expression + "." + field.name);
    }
  }

  /// `writable`: the unit can reach this object and change it.
  void shape(const Shape& shape, bool writable) {
    const Type& type = source_.type(shape.type);
    switch (shape.kind) {
      case Shape::Kind::Scalar:
        if (writable) scalar(shape.type, shape.expression, static_cast<int>(shape.variable));
        break;
      case Shape::Kind::Zero:
        if (writable && is_scalar(type.kind)) scalar(shape.type, shape.expression, -1);
        break;
      case Shape::Kind::Array:
        for (const Shape& child : shape.children) this->shape(child, writable);
        break;
      case Shape::Kind::Struct:
        for (std::size_t i = 0; i < shape.children.size(); ++i)
          this->shape(shape.children[i], writable && !source_.type(type.fields[i].type).is_const);
        break;
      case Shape::Kind::Pointer: {
        const std::string outer = guard_;
        guard_ = pointer_variable(shape);
        for (const Shape& child : shape.children) this->shape(child, !source_.type(type.element).is_const);
        guard_ = outer;
        break;
      }
    }
  }

  std::vector<GuardedOutput> found;

 private:
  void scalar(TypeId id, const std::string& expression, int variable) {
    const Type& type = source_.type(id);
    found.push_back(
        {{expression, id, scalar_kind(type.kind), scalar_bits(type), type.is_signed, variable}, guard_});
  }

  const SourceFile& source_;
  std::string guard_;
};

}  // namespace

std::vector<GuardedOutput> collect_outputs(const SourceFile& source, const Unit& unit) {
  Collector collector{source};
  collector.result(unit.function->result, unit.result_name);
  for (const Shape& parameter : unit.parameters) {
    const Type& type = source.type(parameter.type);
    collector.shape(parameter, parameter.kind == Shape::Kind::Array && !type.is_const);
  }
  return collector.found;
}

}  // namespace espalier::frontend
