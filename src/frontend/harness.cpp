// Writes the harness: C that a person can read, keep and edit.  It includes the source, so that static
// functions and private types are there, and builds the parameters of each unit from input variables.
// Every choice (null or an object) is an ordinary branch on an input, so the search explores it like
// any other.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "frontend/environment.h"
#include "frontend/plan.h"

namespace espalier::frontend {
namespace {

class UnitWriter {
 public:
  UnitWriter(const SourceFile& source, const Unit& unit) : source_(source), unit_(unit) {}

  std::string write(std::size_t number) {
    line("static void espalier_unit_{}(void) {{", number);
    ++indent_;
    text_ += harness_start(source_, unit_);
    for (const Shape& parameter : unit_.parameters) {
      declare(parameter, true);
      if (parameter.kind == Shape::Kind::Scalar)
        check(parameter);
      else
        fill(parameter, false);
    }
    text_ += harness_before_call(unit_);
    const std::string result = result_declaration(source_, unit_);
    line("{}{}({});", result.empty() ? "" : result + " = ", unit_.name, argument_list(unit_));
    outputs();
    text_ += harness_end(source_, unit_);
    --indent_;
    line("}}");
    return text_;
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += std::string(2 * indent_, ' ') + fmt::format(format, std::forward<Args>(args)...) + "\n";
  }

  /// Declares the parameter and every object that a pointer in it may point to.
  void declare(const Shape& shape, bool is_parameter) {
    if (shape.kind == Shape::Kind::Pointer) {
      const TypeId pointee = source_.type(shape.type).element;
      object(pointee, shape.object, shape.children);
      line("{} = 0;", object_declaration(source_, shape.type, pointer_variable(shape)));
    } else if (is_parameter && shape.kind == Shape::Kind::Array) {
      object(source_.type(shape.type).element, shape.expression, shape.children);
    } else if (is_parameter) {
      const bool scalar = shape.kind == Shape::Kind::Scalar;
      const std::string declared = object_declaration(source_, shape.type, shape.expression);
      line("{}{};", declared, scalar ? " = " + input(shape) : "");
    }
    for (const Shape& child : shape.children) declare(child, false);
  }

  /// An object with a guard behind it: going past its end is a fault, whatever lies on the stack.
  void object(TypeId element, const std::string& name, const std::vector<Shape>& elements) {
    const bool of_arrays = source_.type(element).kind == TypeKind::Array;
    line("{} = espalier_object({} * sizeof {}[0]);",
         object_declaration(source_, element, of_arrays ? "(*" + name + ")" : "*" + name), elements.size(),
         name);
  }

  /// `is_const`: the value is a const member, which only a cast can write to.
  void fill(const Shape& shape, bool is_const) {
    const Type& type = source_.type(shape.type);
    switch (shape.kind) {
      case Shape::Kind::Scalar:
        line("{} = {};", lvalue(shape, is_const), input(shape));
        check(shape);
        break;
      case Shape::Kind::Zero:
        line("{} = 0;", lvalue(shape, is_const));
        break;
      case Shape::Kind::Array:
        for (const Shape& child : shape.children) fill(child, is_const);
        break;
      case Shape::Kind::Struct:
        for (std::size_t i = 0; i < shape.children.size(); ++i)
          fill(shape.children[i], is_const || source_.type(type.fields[i].type).is_const);
        break;
      case Shape::Kind::Pointer: {
        const std::string pointer = pointer_variable(shape);
        line("if (!espalier_bool({})) {{", shape.variable);
        ++indent_;
        line("{} = {};", pointer, shape.object);
        for (const Shape& child : shape.children) fill(child, false);
        --indent_;
        line("}}");
        if (pointer != shape.expression) line("{} = {};", lvalue(shape, is_const), pointer);
        break;
      }
    }
  }

  /// Only enumerators are values of an enumeration.
  void check(const Shape& scalar) {
    if (source_.type(scalar.type).kind == TypeKind::Enum)
      line("if (!({})) espalier_reject();", enumerator_test(source_, scalar.type, scalar.expression));
  }

  [[nodiscard]] std::string lvalue(const Shape& shape, bool is_const) const {
    if (!is_const) return shape.expression;
    return fmt::format("*({})&{}", object_declaration(source_, shape.type, "*"), shape.expression);
  }

  [[nodiscard]] std::string input(const Shape& shape) const {
    return input_text(source_, shape.type, std::to_string(shape.variable));
  }

  void outputs() {
    std::string open;  // the pointer whose `if` we are in
    const auto enter = [&](const std::string& guard) {
      if (guard == open) return;
      if (!open.empty()) {
        --indent_;
        line("}}");
      }
      open = guard;
      if (!guard.empty()) {
        line("if ({}) {{", guard);
        ++indent_;
      }
    };
    std::size_t id = 0;
    for (const auto& [output, guard] : collect_outputs(source_, unit_)) {
      enter(guard);
      if (output.kind == InputVariable::Kind::Float)
        line("espalier_output_f{}({}, {});", output.bits, id, output.expression);
      else
        line("espalier_output({}, {}, (uint{}_t)({}));", id, output.bits, std::max(output.bits, 8u),
             output.expression);
      ++id;
    }
    enter("");
  }

  const SourceFile& source_;
  const Unit& unit_;
  std::string text_;
  std::size_t indent_ = 0;
};

}  // namespace

std::string input_text(const SourceFile& source, TypeId id, const std::string& variable) {
  const Type& type = source.type(id);
  if (type.kind == TypeKind::Float) return fmt::format("espalier_f{}({})", type.bits, variable);
  if (type.kind == TypeKind::Bool) return fmt::format("espalier_bool({})", variable);
  const bool named = type.spelling.find('(') == std::string::npos;
  const std::string cast = named ? fmt::format("({})", object_declaration(source, id, "")) : "";
  return fmt::format("{}espalier_u{}({})", cast, type.bits, variable);
}

std::string enumerator_test(const SourceFile& source, TypeId type, const std::string& expression) {
  std::map<std::int64_t, std::string> values;
  for (const auto& enumerator : source.type(type).enumerators)
    values.try_emplace(enumerator.value, enumerator.name);
  std::vector<std::string> tests;
  for (auto first = values.begin(); first != values.end();) {
    auto last = first;
    for (auto next = std::next(first); next != values.end() && next->first == last->first + 1; ++next)
      last = next;
    if (first == last)
      tests.push_back(fmt::format("{} == {}", expression, first->second));
    else
      tests.push_back(fmt::format("({0} >= {1}) & ({0} <= {2})", expression, first->second, last->second));
    first = std::next(last);
  }
  return tests.size() == 1 ? tests.front() : fmt::format("({})", fmt::join(tests, ") | ("));
}

std::string harness_text(const SourceFile& source, const std::vector<Unit>& units) {
  // The source comes first: it may define feature macros such as _GNU_SOURCE, which must precede every
  // system header.  `main` stays renamed to the end, so that a unit can be main itself.
  std::vector<const Unit*> all;
  for (const Unit& unit : units) all.push_back(&unit);
  std::string text = fmt::format(
      "/* Harness of {} made by Espalier: one function for each unit, which makes its\n"
      "   arguments from the test input, calls it and records what it answered. */\n"
      "{}"
      "#define main espalier_user_main\n"
      "#include \"{}\"\n\n"
      "#include \"espalier.h\"\n"
      "#include \"abi.h\"\n",
      source.path.filename().string(), harness_prelude(source, all),
      (source.copy.empty() ? source.path : source.copy).string());
  text += harness_environment(source, all);
  for (std::size_t i = 0; i < units.size(); ++i) text += "\n" + UnitWriter{source, units[i]}.write(i);

  text += "\nconst struct esp_unit espalier_units[] = {\n";
  for (std::size_t i = 0; i < units.size(); ++i)
    text += fmt::format("  {{\"{}\", espalier_unit_{}}},\n", units[i].name, i);
  if (units.empty()) text += "  {0, 0},\n";
  text += fmt::format("}};\nconst uint32_t espalier_unit_count = {};\n", units.size());
  return text;
}

}  // namespace espalier::frontend
