// The C of stubs.  Harness and tests share the stub itself; they differ in where its answers come from: input
// variables there, an array that the test writes down here.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/plan.h"
#include "frontend/stub.h"

namespace espalier::frontend {
namespace {

constexpr unsigned opaque_bytes = 64;  // behind a pointer to nobody knows what

std::string parameter_list(const SourceFile& source, const Stub& stub) {
  std::vector<std::string> parts;
  for (const Parameter& parameter : stub.parameters)
    parts.push_back(declaration(source, parameter.type, parameter.name));
  if (stub.is_variadic) parts.emplace_back("...");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string head(const SourceFile& source, const Stub& stub) {
  return declaration(source, stub.result, fmt::format("{}({})", stub.name, parameter_list(source, stub)));
}

/// Fills the answer of one call from the input variables that start at `at`.
class InputAnswer {
 public:
  explicit InputAnswer(const SourceFile& source) : source_(source) {}

  std::string write(const Stub& stub) {
    for (const auto& answer : stub.answers) fill(answer.shape, 1);
    return text_;
  }

 private:
  void line(unsigned indent, const std::string& text) { text_ += std::string(2 * indent, ' ') + text + "\n"; }

  void fill(const Stub::Value& shape, unsigned indent) {
    const Type& type = source_.type(shape.type);
    const std::string place =
        type.is_const
            ? fmt::format("*({})&{}", object_declaration(source_, shape.type, "*"), shape.expression)
            : shape.expression;
    switch (shape.kind) {
      case Stub::Value::Kind::Scalar:
        line(indent, fmt::format("{} = {};", place,
                                 input_text(source_, shape.type, fmt::format("at + {}", shape.variable))));
        if (type.kind == TypeKind::Enum)
          line(indent, fmt::format("if (!({})) espalier_reject();",
                                   enumerator_test(source_, shape.type, shape.expression)));
        break;
      case Stub::Value::Kind::Pointer:
        line(indent, fmt::format("if (!espalier_bool(at + {})) {{", shape.variable));
        object(shape, indent + 1);
        line(indent + 1, fmt::format("{} = (void *){};", place, shape.object));
        line(indent, "}");
        break;
      default:
        for (const Stub::Value& child : shape.children) fill(child, indent);
        break;
    }
  }

  void object(const Stub::Value& pointer, unsigned indent) {
    if (pointer.children.empty())
      return line(indent, fmt::format("char *{} = espalier_object({});", pointer.object, opaque_bytes));
    const TypeId element = source_.type(pointer.type).element;
    const bool of_arrays = source_.type(element).kind == TypeKind::Array;
    line(indent,
         fmt::format("{} = espalier_object({} * sizeof {}[0]);",
                     object_declaration(source_, element,
                                        of_arrays ? "(*" + pointer.object + ")" : "*" + pointer.object),
                     pointer.children.size(), pointer.object));
    for (const Stub::Value& child : pointer.children) fill(child, indent);
  }

  const SourceFile& source_;
  std::string text_;
};

/// The answer of one call with concrete values, as an initialiser; objects are declared before it.
class ConcreteAnswer {
 public:
  ConcreteAnswer(const SourceFile& source, const Unit& unit, const Stub& stub,
                 const std::vector<std::uint64_t>& values, unsigned call)
      : source_(source),
        unit_(unit),
        stub_(stub),
        values_(values),
        call_(call),
        first_(stub.first + call * static_cast<std::uint32_t>(stub.variables.size())) {}

  std::string write() {
    std::vector<std::string> parts;
    for (const auto& answer : stub_.answers) parts.push_back(initialiser(answer.shape));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }

  std::string objects;  ///< declarations

 private:
  [[nodiscard]] std::uint64_t value(const Stub::Value& shape) const {
    const std::uint32_t variable = first_ + shape.variable;
    return variable < values_.size() ? values_[variable] : 0;
  }

  std::string braced(const Stub::Value& shape) {
    std::vector<std::string> parts;
    for (const Stub::Value& child : shape.children) parts.push_back(initialiser(child));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }

  std::string initialiser(const Stub::Value& shape) {
    const TypeKind kind = source_.type(shape.type).kind;
    switch (shape.kind) {
      case Stub::Value::Kind::Scalar: {
        const InputVariable& variable = unit_.variables[first_ + shape.variable];
        return literal(source_, variable.type, variable.kind, variable.bits, variable.is_signed,
                       value(shape));
      }
      case Stub::Value::Kind::Pointer:
        return (value(shape) & 1) != 0 ? "0" : object(shape);
      case Stub::Value::Kind::Array:
      case Stub::Value::Kind::Struct:
        return braced(shape);
      default:
        return is_scalar(kind) || kind == TypeKind::Pointer ? "0" : "{}";
    }
  }

  std::string object(const Stub::Value& pointer) {
    const std::string name = fmt::format("{}_{}_{}", stub_.id, call_ + 1, pointer.object);
    if (pointer.children.empty()) {
      objects += fmt::format("  long {}[{}] = {{}};\n", name, opaque_bytes / 8);
      return fmt::format("({}){}", object_declaration(source_, pointer.type, ""), name);
    }
    const std::string values = braced(pointer);
    objects += fmt::format("  {} = {};\n",
                           object_declaration(source_, source_.type(pointer.type).element,
                                              fmt::format("{}[{}]", name, pointer.children.size())),
                           values);
    return name;
  }

  const SourceFile& source_;
  const Unit& unit_;
  const Stub& stub_;
  const std::vector<std::uint64_t>& values_;
  const unsigned call_;
  const std::uint32_t first_;
};

bool has_pointer(const Stub& stub) {
  for (const auto& variable : stub.variables)
    if (variable.kind == InputVariable::Kind::Choice) return true;
  return false;
}

/// How many calls the test must say something of.  Later calls answer zero.
unsigned scripted_calls(const Stub& stub, const std::vector<std::uint64_t>& values, int seen) {
  unsigned calls = seen < 0 ? stub.calls : std::min(stub.calls, static_cast<unsigned>(seen));
  if (has_pointer(stub)) return calls;
  const auto size = static_cast<std::uint32_t>(stub.variables.size());
  const auto is_zero = [&](unsigned call) {
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t variable = stub.first + call * size + i;
      if (variable < values.size() && values[variable] != 0) return false;
    }
    return true;
  };
  while (calls > 0 && is_zero(calls - 1)) --calls;
  return calls;
}

}  // namespace

std::string answer_struct(const SourceFile& source, const Stub& stub) {
  std::string fields;
  for (const auto& answer : stub.answers)
    fields += fmt::format(" {};", object_declaration(source, answer.type, answer.field));
  return fmt::format("struct espalier_answer_{} {{{} }};\n", stub.id,
                     fields.empty() ? " char nothing;" : fields);
}

std::string stub_function(const SourceFile& source, const Stub& stub) {
  // A name of our own for exit: the source may not have declared it.
  std::string text = stub.is_noreturn ? "void espalier_exit(int) __asm__(\"exit\");\n" : "";
  text += fmt::format(
      "{} {{\n"
      "  struct espalier_answer_{} espalier_answer;\n"
      "  espalier_answer_{}(&espalier_answer);\n",
      head(source, stub), stub.id, stub.id);
  std::string last;
  for (const auto& answer : stub.answers) {
    if (answer.parameter < 0) {
      last = fmt::format("  return espalier_answer.{};\n", answer.field);
      continue;
    }
    const std::string& name = stub.parameters[static_cast<std::size_t>(answer.parameter)].name;
    text +=
        fmt::format("  if ({0}) __builtin_memcpy({0}, &espalier_answer.{1}, sizeof espalier_answer.{1});\n",
                    name, answer.field);
  }
  if (stub.is_noreturn) last = "  espalier_exit(0);\n";
  return text + last + "}\n";
}

std::string harness_stubs(const SourceFile& source, const std::vector<const Unit*>& units) {
  std::string text;
  for (const Stub* stub : all_stubs(units)) {
    text += fmt::format("\n/* {}: {}; each call answers from inputs of its own. */\n", stub->spoken,
                        stub->is_target ? "whatever a function pointer points to" : "defined elsewhere");
    text += answer_struct(source, *stub);
    text += fmt::format(
        "static uint32_t espalier_calls_{0}, espalier_first_{0}, espalier_scripted_{0};\n"
        "static void espalier_answer_{0}(struct espalier_answer_{0} *answer) {{\n"
        "  const uint32_t at = espalier_first_{0} + espalier_calls_{0} * {1};\n"
        "  __builtin_memset(answer, 0, sizeof *answer);\n"
        "  if (espalier_calls_{0}++ >= espalier_scripted_{0}) return;\n"
        "{2}}}\n",
        stub->id, stub->variables.size(), InputAnswer{source}.write(*stub));
    text += (stub->is_target ? "static " : "") + stub_function(source, *stub);
  }
  return text;
}

std::string scripted_stubs(const SourceFile& source, const std::vector<const Unit*>& units) {
  std::string text;
  for (const Stub* stub : all_stubs(units)) {
    text += fmt::format("\n/* {}: {}; it answers what the test says, then zero. */\n", stub->spoken,
                        stub->is_target ? "what a function pointer points to" : "defined elsewhere");
    text += answer_struct(source, *stub);
    text += fmt::format(
        "static const struct espalier_answer_{0} *espalier_answers_{0};\n"
        "static unsigned espalier_scripted_{0};\n"
        "unsigned espalier_calls_{0};\n"
        "void espalier_script_{0}(const struct espalier_answer_{0} *answers, unsigned count) {{\n"
        "  espalier_answers_{0} = answers;\n"
        "  espalier_scripted_{0} = count;\n"
        "  espalier_calls_{0} = 0;\n"
        "}}\n"
        "static void espalier_answer_{0}(struct espalier_answer_{0} *answer) {{\n"
        "  static const struct espalier_answer_{0} nothing;\n"
        "  const unsigned call = espalier_calls_{0}++;\n"
        "  __builtin_memcpy(answer, call < espalier_scripted_{0} ? &espalier_answers_{0}[call] : &nothing, "
        "sizeof "
        "*answer);\n"
        "}}\n",
        stub->id);
    text += stub_function(source, *stub);
  }
  return text;
}

std::string script_declarations(const SourceFile& source, const std::vector<const Unit*>& units) {
  std::string text;
  for (const Stub* stub : all_stubs(units)) {
    text += answer_struct(source, *stub);
    text += fmt::format(
        "void espalier_script_{0}(const struct espalier_answer_{0} *answers, unsigned count) "
        "ESPALIER_SYMBOL(espalier_script_{0});\n"
        "extern unsigned espalier_calls_{0} ESPALIER_SYMBOL(espalier_calls_{0});\n",
        stub->id);
    if (stub->is_target) text += fmt::format("{} ESPALIER_SYMBOL({});\n", head(source, *stub), stub->name);
  }
  return text;
}

std::string script_text(const SourceFile& source, const Unit& unit, const std::vector<std::uint64_t>& values,
                        const std::vector<int>& calls) {
  std::string text;
  for (std::size_t i = 0; i < unit.stubs.size(); ++i) {
    const Stub& stub = unit.stubs[i];
    if (stub.variables.empty()) continue;
    const unsigned count = scripted_calls(stub, values, i < calls.size() ? calls[i] : -1);
    if (count == 0) continue;
    std::vector<std::string> rows;
    for (unsigned call = 0; call < count; ++call) {
      ConcreteAnswer answer{source, unit, stub, values, call};
      rows.push_back(answer.write());
      text += answer.objects;
    }
    text += fmt::format(
        "  const struct espalier_answer_{0} {0}_answers[] = {{{1}}};\n"
        "  espalier_script_{0}({0}_answers, {2});\n",
        stub.id, fmt::join(rows, ", "), count);
  }
  return text;
}

std::string missing_definitions(const SourceFile& source, const std::vector<const Unit*>& units) {
  std::string text;
  for (const GlobalVariable& global : source.globals) {
    if (global.is_defined) continue;
    const Type& type = source.type(global.type);
    if (type.kind == TypeKind::Array && !type.is_complete)
      text += fmt::format("__typeof__({0}[0]) {0}[16];\n", global.name);
    else if (type.is_complete)
      text += fmt::format("{};\n", declaration(source, global.type, global.name));
    else
      text += fmt::format("long espalier_bytes_of_{0}[8] __asm__(\"{0}\");\n", global.name);
  }
  const auto stubs = all_stubs(units);
  for (const DeclaredFunction& function : source.declared) {
    if (std::ranges::any_of(stubs, [&](const Stub* stub) { return stub->name == function.name; })) continue;
    text += fmt::format(
        "void espalier_unreached_{0}(void) __asm__(\"{0}\");\n"
        "void espalier_unreached_{0}(void) {{ __builtin_trap(); }}\n",
        function.name);
  }
  if (!text.empty()) text = "\n/* What another file defines and no test uses. */\n" + text;
  return text;
}

}  // namespace espalier::frontend
