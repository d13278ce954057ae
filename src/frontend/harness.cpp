// Writes the harness: C that a person can read, keep and edit.  It includes the source, so that static
// functions and private types are there, and builds the parameters of each unit from input variables.
// Every choice (null, a new object, one made before) is an ordinary branch on an input, so the search
// explores it like any other.
//
// Objects behind pointers come from pools.  A pool is two static variables, the objects made so far
// and their number, and a function that makes the next one:
//
//   static struct node *espalier_0_node[4];
//   static uint32_t espalier_0_node_made;
//   static void *espalier_0_new_node(void) {
//     struct node *object = espalier_object(sizeof *object);
//     const uint32_t input = 3 + 2 * espalier_0_node_made;
//     espalier_0_node[espalier_0_node_made++] = object;
//     object->value = (int)espalier_u32(input + 0);
//     object->next = espalier_0_choose_0(espalier_u8(input + 1));
//     return object;
//   }
//
// resolve.cpp does the same in our head, for exported tests.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "frontend/environment.h"
#include "frontend/plan.h"

namespace espalier::frontend {
namespace {

class UnitWriter {
 public:
  UnitWriter(const SourceFile& source, const Unit& unit, std::size_t number)
      : source_(source), unit_(unit), number_(number) {}

  std::string write() {
    for (std::uint32_t i = 0; i < unit_.pools.size(); ++i) make_function(i);
    unit_function();
    std::string head;
    for (const Pool& pool : unit_.pools) head += pool_variables(pool);
    for (const auto& [text, name] : choosers_)
      head += fmt::format("static void *{}(uint8_t choice);\n", name);
    for (const auto& [text, name] : choosers_)
      head += fmt::format("\nstatic void *{}(uint8_t choice) {{\n{}}}\n", name, text);
    return head + (head.empty() ? "" : "\n") + text_;
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += std::string(2 * indent_, ' ') + fmt::format(format, std::forward<Args>(args)...) + "\n";
  }

  // --- the unit ------------------------------------------------------------------------------------------

  void unit_function() {
    line("static void espalier_unit_{}(void) {{", number_);
    ++indent_;
    text_ += harness_start(source_, unit_);
    for (const Pool& pool : unit_.pools) line("{}_made = 0;", variable_of(pool));
    for (const Shape& parameter : unit_.parameters) this->parameter(parameter);
    if (!unit_.parameters.empty() && unit_.parameters[0].kind == Shape::Kind::Count)
      line("while ({1}[{0}]) {0}++;", unit_.parameters[0].expression, unit_.parameters[1].expression);
    for (const Constraint& constraint : unit_.constraints) reject(constraint);
    text_ += harness_before_call(unit_);
    const std::string result = result_declaration(source_, unit_);
    line("{}{}({});", result.empty() ? "" : result + " = ", unit_.name, argument_list(unit_));
    outputs();
    text_ += harness_end(source_, unit_);
    --indent_;
    line("}}");
  }

  void parameter(const Shape& shape) {
    if (shape.kind == Shape::Kind::Array) {
      const TypeId element = source_.type(shape.type).element;
      line("{} = espalier_object({} * sizeof {}[0]);", pointer_to(element, shape.expression),
           shape.children.size(), shape.expression);
    } else {
      const bool record = shape.kind == Shape::Kind::Struct || shape.kind == Shape::Kind::Union;
      const bool now = shape.kind == Shape::Kind::Scalar;
      line("{} = {};", object_declaration(source_, shape.type, shape.expression),
           now      ? input(shape)
           : record ? "{0}"
                    : "0");
      if (now) return check(shape);
    }
    fill(shape, false);
  }

  void reject(const Constraint& constraint) {
    std::vector<std::string> tests;
    if (constraint.low) tests.push_back(fmt::format("{} < {}", constraint.expression, *constraint.low));
    if (constraint.high) tests.push_back(fmt::format("{} > {}", constraint.expression, *constraint.high));
    if (tests.size() == 2) tests = {fmt::format("({}) | ({})", tests[0], tests[1])};
    for (const auto& test : tests) line("if ({}) espalier_reject();", test);
  }

  // --- pools ---------------------------------------------------------------------------------------------

  [[nodiscard]] std::string variable_of(const Pool& pool) const {
    return fmt::format("espalier_{}_{}", number_, pool.name);
  }
  [[nodiscard]] std::string maker_of(const Pool& pool) const {
    return fmt::format("espalier_{}_new_{}", number_, pool.name);
  }

  [[nodiscard]] std::string pointer_to(TypeId element, const std::string& name) const {
    const bool of_arrays = source_.type(element).kind == TypeKind::Array;
    return object_declaration(source_, element, of_arrays ? "(*" + name + ")" : "*" + name);
  }

  [[nodiscard]] std::string pool_variables(const Pool& pool) const {
    const std::string name = variable_of(pool);
    return fmt::format("static {};\nstatic uint32_t {}_made;\nstatic void *{}(void);\n",
                       pointer_to(pool.type, fmt::format("{}[{}]", name, pool.objects.size())), name,
                       maker_of(pool));
  }

  void make_function(std::uint32_t index) {
    const Pool& pool = unit_.pools[index];
    const std::string made = variable_of(pool) + "_made";
    line("static void *{}(void) {{", maker_of(pool));
    ++indent_;
    line("{} = espalier_{}object({});", pointer_to(pool.type, "object"), unit_.function->frees ? "heap_" : "",
         size_of(pool));
    if (pool.stride > 0) line("const uint32_t input = {} + {} * {};", pool.first_variable, pool.stride, made);
    line("{}[{}++] = object;", variable_of(pool), made);
    inside_ = &pool;
    name_ = pool.names.front();
    fill(pool.objects.front(), false);
    inside_ = nullptr;
    line("return (void *)object;");
    --indent_;
    line("}}\n");
  }

  [[nodiscard]] std::string size_of(const Pool& pool) const {
    if (pool.is_array) return fmt::format("{} * sizeof object[0]", pool.objects.front().children.size());
    if (pool.flexible == 0) return "sizeof *object";
    const Type& array = source_.type(source_.type(pool.type).fields.back().type);
    return fmt::format("sizeof *object + {} * sizeof({})", pool.flexible,
                       object_declaration(source_, array.element, ""));
  }

  /// The function that decides where a pointer points; equal decisions share one.
  std::string chooser(const Shape::Choice& choice) {
    std::string text;
    const Pool& pool = unit_.pools[choice.pool];
    const std::string room = fmt::format("{}_made < {}", variable_of(pool), pool.objects.size());
    const std::string fresh = maker_of(pool) + "()";
    if (choice.null_first)
      text += fmt::format("  if ({} && choice == 1) return {};\n", room, fresh);
    else if (!choice.never_null)
      text += "  if (choice == 1) return 0;\n";
    std::size_t place = 2;
    for (const std::uint32_t shared : choice.shared) {
      const std::string other = variable_of(unit_.pools[shared]);
      text += fmt::format(
          "  for (uint32_t i = 0; i < {0}_made; i++)\n    if (choice == i + {1}) return (void *){0}[i];\n",
          other, place);
      place += unit_.pools[shared].objects.size();
    }
    if (choice.null_first)
      text += choice.never_null ? fmt::format("  return {} ? {} : 0;\n", room, fresh) : "  return 0;\n";
    else
      text += fmt::format("  return {} ? {} : 0;\n", room, fresh);
    for (const auto& [known, name] : choosers_)
      if (known == text) return name;
    choosers_.emplace_back(text, fmt::format("espalier_{}_choose_{}", number_, choosers_.size()));
    return choosers_.back().second;
  }

  // --- values --------------------------------------------------------------------------------------------

  /// `is_const`: the value is a const member, which only a cast can write to.
  void fill(const Shape& shape, bool is_const) {
    const Type& type = source_.type(shape.type);
    switch (shape.kind) {
      case Shape::Kind::Scalar:
      case Shape::Kind::Wide:
        if (is_const && shape.bit_width >= 0) return;
        line("{} = {};", lvalue(shape, is_const), input(shape));
        return check(shape);
      case Shape::Kind::Zero:
        if (inside_ == nullptr && !shape.expression.empty() && is_parameter(shape)) return;
        line("{} = 0;", lvalue(shape, is_const));
        return;
      case Shape::Kind::Complex:
      case Shape::Kind::Array:
        for (const Shape& child : shape.children) fill(child, is_const);
        return;
      case Shape::Kind::Struct:
        for (std::size_t i = 0; i < shape.children.size(); ++i)
          fill(shape.children[i], is_const || source_.type(type.fields[i].type).is_const);
        return;
      case Shape::Kind::Union:
        return one_of(shape, is_const);
      case Shape::Kind::Pointer:
        return point(shape, is_const);
      case Shape::Kind::Handle:
        if (shape.variable == no_variable)
          line("{} = {};", lvalue(shape, is_const), shape.target);
        else
          line("if (!espalier_bool({})) {} = {};", id(shape.variable), lvalue(shape, is_const), shape.target);
        return;
      case Shape::Kind::Count:
      case Shape::Kind::Padding:
        return;
    }
  }

  [[nodiscard]] bool is_parameter(const Shape& shape) const {
    return std::any_of(unit_.parameters.begin(), unit_.parameters.end(),
                       [&](const Shape& parameter) { return &parameter == &shape; });
  }

  void point(const Shape& shape, bool is_const) {
    const auto& choice = shape.choice;
    const std::string left = lvalue(shape, is_const), fresh = maker_of(unit_.pools[choice.pool]) + "()";
    if (choice.shared.empty() && choice.never_null)
      line("{} = {};", left, fresh);
    else if (choice.shared.empty() && !choice.null_first)
      line("if (!espalier_bool({})) {} = {};", id(shape.variable), left, fresh);
    else
      line("{} = {}(espalier_u8({}));", left, chooser(choice), id(shape.variable));
  }

  void one_of(const Shape& shape, bool is_const) {
    if (shape.children.empty()) return;
    if (shape.children.size() == 1) return fill(shape.children[0], is_const);
    line("switch (espalier_u8({})) {{", id(shape.variable));
    ++indent_;
    for (std::size_t i = 1; i <= shape.children.size(); ++i) {
      const bool last = i == shape.children.size();
      if (last)
        line("default:");
      else
        line("case {}:", i);
      ++indent_;
      fill(shape.children[last ? 0 : i], is_const);
      line("break;");
      --indent_;
    }
    --indent_;
    line("}}");
  }

  /// Only enumerators are values of an enumeration.
  void check(const Shape& scalar) {
    if (source_.type(scalar.type).kind == TypeKind::Enum)
      line("if (!({})) espalier_reject();", enumerator_test(source_, scalar.type, here(scalar.expression)));
  }

  /// The shape's expression where the object around it is reached by the pointer `object`.
  [[nodiscard]] std::string here(const std::string& expression) const {
    return inside_ == nullptr ? expression : through_pointer(*inside_, name_, "object", expression);
  }

  [[nodiscard]] std::string lvalue(const Shape& shape, bool is_const) const {
    const std::string text = here(shape.expression);
    if (!is_const) return text;
    return fmt::format("*({})&{}", object_declaration(source_, shape.type, "*"), text);
  }

  [[nodiscard]] std::string id(std::uint32_t variable) const {
    if (inside_ == nullptr) return fmt::format("{}", variable);
    return fmt::format("input + {}", variable - inside_->first_variable);
  }

  [[nodiscard]] std::string input(const Shape& shape) const {
    if (shape.kind == Shape::Kind::Wide)
      return fmt::format("({})((unsigned __int128)espalier_u64({}) << 64 | espalier_u64({}))",
                         object_declaration(source_, shape.type, ""), id(shape.variable + 1),
                         id(shape.variable));
    return input_text(source_, shape.type, id(shape.variable), unit_.variables[shape.variable].bits);
  }

  // --- outputs -------------------------------------------------------------------------------------------

  void outputs() {
    std::pair<int, std::uint32_t> open{-1, 0};  // the object whose `if` we are in
    const auto enter = [&](std::pair<int, std::uint32_t> next) {
      if (next == open) return;
      if (open.first >= 0) {
        --indent_;
        line("}}");
      }
      open = next;
      inside_ = nullptr;
      if (next.first < 0) return;
      inside_ = &unit_.pools[static_cast<std::size_t>(next.first)];
      name_ = inside_->names[next.second];
      const std::string object = fmt::format("{}[{}]", variable_of(*inside_), next.second);
      line("if ({}_made > {}{}) {{", variable_of(*inside_), next.second,
           unit_.function->frees ? fmt::format(" && espalier_is_alive((const void *){})", object) : "");
      ++indent_;
      line("{} = {}[{}];", pointer_to(inside_->type, "object"), variable_of(*inside_), next.second);
    };
    for (std::size_t i = 0; i < unit_.outputs.size(); ++i) {
      const Output& output = unit_.outputs[i];
      enter({output.pool, output.object});
      this->output(i, output, here(output.expression));
    }
    enter({-1, 0});
  }

  void output(std::size_t number, const Output& output, const std::string& text) {
    if (output.what == Output::What::Pointer)
      line("espalier_output({}, 64, espalier_where((const void *)({})));", number, text);
    else if (output.what == Output::What::HighHalf)
      line("espalier_output({}, 64, (uint64_t)((unsigned __int128)({}) >> 64));", number, text);
    else if (output.kind == InputVariable::Kind::Float)
      line("espalier_output_f{}({}, {});", output.bits, number, text);
    else
      line("espalier_output({}, {}, (uint{}_t)({}));", number, output.bits,
           output.bits <= 8    ? 8
           : output.bits <= 16 ? 16
           : output.bits <= 32 ? 32
                               : 64,
           text);
  }

  const SourceFile& source_;
  const Unit& unit_;
  const std::size_t number_;
  const Pool* inside_ = nullptr;  ///< code for an object of this pool; its name in expressions is `name_`
  std::string name_;
  std::vector<std::pair<std::string, std::string>> choosers_;  ///< body and name
  std::string text_;
  std::size_t indent_ = 0;
};

}  // namespace

std::string input_text(const SourceFile& source, TypeId id, const std::string& variable, unsigned bits) {
  const Type& type = source.type(id);
  if (type.kind == TypeKind::Float) return fmt::format("espalier_f{}({})", bits, variable);
  if (type.kind == TypeKind::Bool) return fmt::format("espalier_bool({})", variable);
  const bool named = type.spelling.find('(') == std::string::npos;
  const std::string cast = named ? fmt::format("({})", object_declaration(source, id, "")) : "";
  const unsigned width = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
  return fmt::format("{}espalier_u{}({})", cast, width, variable);
}

std::string input_text(const SourceFile& source, TypeId id, const std::string& variable) {
  return input_text(source, id, variable, scalar_bits(source.type(id)));
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
  const auto& included = source.copy.empty() ? source.path : source.copy;
  std::string text = fmt::format(
      "/* Harness of {} made by Espalier: one function for each unit, which makes its\n"
      "   arguments from the test input, calls it and records what it answered. */\n"
      "{}"
      "#define main espalier_user_main\n"
      "{}\n"
      "#include \"espalier.h\"\n"
      "#include \"abi.h\"\n",
      source.path.filename().string(), harness_prelude(source, all), include_directive(included.string()));
  text += harness_environment(source, all);
  for (std::size_t i = 0; i < units.size(); ++i) text += "\n" + UnitWriter{source, units[i], i}.write();

  text += "\nconst struct esp_unit espalier_units[] = {\n";
  for (std::size_t i = 0; i < units.size(); ++i)
    text += fmt::format("  {{\"{}\", espalier_unit_{}}},\n", units[i].name, i);
  if (units.empty()) text += "  {0, 0},\n";
  text += fmt::format("}};\nconst uint32_t espalier_unit_count = {};\n", units.size());
  return text;
}

}  // namespace espalier::frontend
