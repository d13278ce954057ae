// What a test can observe after the call: the result, and every scalar and pointer in an object that the
// unit could write to.
#include <fmt/format.h>

#include "frontend/plan.h"

namespace espalier::frontend {
namespace {

class Collector {
 public:
  explicit Collector(const SourceFile& source) : source_(source) {}

  void result(TypeId id, const std::string& expression, int bit_width = -1) {
    const Type& type = source_.type(id);
    switch (type.kind) {
      case TypeKind::Bool:
      case TypeKind::Integer:
      case TypeKind::Enum:
      case TypeKind::Float:
        return scalar(id, expression, -1, bit_width);
      case TypeKind::Complex:
        scalar(type.element, "__real__ " + expression, -1, -1);
        return scalar(type.element, "__imag__ " + expression, -1, -1);
      case TypeKind::Pointer:
        return pointer(id, expression);
      case TypeKind::Array:
        for (std::uint64_t i = 0; i < type.count; ++i)
          result(type.element, fmt::format("{}[{}]", expression, i));
        return;
      case TypeKind::Struct:
        for (const Field& field : type.fields)
          if (!field.is_padding())
            result(field.type, field.name.empty() ? expression : expression + "." + field.name, field.bit_width);
        return;
      case TypeKind::Union:  // which member it holds is not known
      case TypeKind::Void:
      case TypeKind::Function:
      case TypeKind::Unsupported:
        return;
    }
  }

  /// The unit can reach the object that `shape` is part of, and change it.
  void shape(const Shape& shape) {
    const Type& type = source_.type(shape.type);
    switch (shape.kind) {
      case Shape::Kind::Scalar:
        return scalar(shape.type, shape.expression, static_cast<int>(shape.variable), shape.bit_width);
      case Shape::Kind::Wide:
        return halves(shape.type, shape.expression, static_cast<int>(shape.variable));
      case Shape::Kind::Zero:
        if (is_scalar(type.kind)) return scalar(shape.type, shape.expression, -1, -1);
        return pointer(shape.type, shape.expression);
      case Shape::Kind::Pointer:
        return pointer(shape.type, shape.expression);
      case Shape::Kind::Complex:
      case Shape::Kind::Array:
        for (const Shape& child : shape.children) this->shape(child);
        return;
      case Shape::Kind::Struct:
        for (std::size_t i = 0; i < shape.children.size(); ++i)
          if (!source_.type(type.fields[i].type).is_const) this->shape(shape.children[i]);
        return;
      case Shape::Kind::Union:
        for (std::size_t i = 0; i < shape.children.size(); ++i) {
          here_.views.push_back({shape.variable, i});
          this->shape(shape.children[i]);
          here_.views.pop_back();
        }
        return;
      case Shape::Kind::Handle:
      case Shape::Kind::Count:
      case Shape::Kind::Padding:
        return;
    }
  }

  void enter(std::uint32_t pool, std::uint32_t object) {
    here_.pool = static_cast<int>(pool);
    here_.object = object;
  }

  std::vector<Output> found;

 private:
  void scalar(TypeId id, const std::string& expression, int variable, int bit_width) {
    const Type& type = source_.type(id);
    if (type.kind == TypeKind::Integer && type.bits == 128) return halves(id, expression, variable);
    Output output = here_;
    output.expression = expression;
    output.type = id;
    output.kind = scalar_kind(type.kind);
    output.bits = bit_width >= 0 ? static_cast<unsigned>(bit_width) : scalar_bits(type);
    output.is_signed = type.is_signed;
    output.variable = variable;
    found.push_back(output);
  }

  void halves(TypeId id, const std::string& expression, int variable) {
    for (const auto what : {Output::What::LowHalf, Output::What::HighHalf}) {
      Output output = here_;
      output.expression = expression;
      output.type = id;
      output.bits = 64;
      output.is_signed = false;
      output.variable = variable < 0 ? -1 : what == Output::What::LowHalf ? variable : variable + 1;
      output.what = what;
      found.push_back(output);
    }
  }

  void pointer(TypeId id, const std::string& expression) {
    Output output = here_;
    output.expression = expression;
    output.type = id;
    output.bits = 64;
    output.is_signed = false;
    output.what = Output::What::Pointer;
    found.push_back(output);
  }

  const SourceFile& source_;
  Output here_;  ///< pool, object and views of what is visited
};

void note_writable(const SourceFile& source, const Shape& shape, std::vector<bool>& writable) {
  for (const Shape& child : shape.children) note_writable(source, child, writable);
  if (shape.kind != Shape::Kind::Pointer || source.type(source.type(shape.type).element).is_const) return;
  writable[shape.choice.pool] = true;
  for (const auto pool : shape.choice.shared) writable[pool] = true;
}

}  // namespace

std::vector<Output> collect_outputs(const SourceFile& source, const Unit& unit) {
  std::vector<bool> writable(unit.pools.size());
  Collector collector{source};
  collector.result(unit.function->result, unit.result_name);
  for (const Shape& parameter : unit.parameters) {
    note_writable(source, parameter, writable);
    if (parameter.kind == Shape::Kind::Array && !source.type(parameter.type).is_const)
      collector.shape(parameter);
  }
  for (const Pool& pool : unit.pools) note_writable(source, pool.objects.front(), writable);
  for (std::uint32_t i = 0; i < unit.pools.size(); ++i) {
    if (!writable[i]) continue;
    for (std::uint32_t k = 0; k < unit.pools[i].objects.size(); ++k) {
      collector.enter(i, k);
      collector.shape(unit.pools[i].objects[k]);
    }
  }
  return collector.found;
}

}  // namespace espalier::frontend
