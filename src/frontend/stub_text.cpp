// The C of stubs.  Harness and tests share the stub itself; they differ in where its answers come from: input
// variables there, an array that the test writes down here.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/stub.h"
#include "frontend/value.h"

namespace espalier::frontend {
namespace {

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

std::string from_inputs(const SourceFile& source, const Stub& stub) {
  std::string text;
  for (const auto& answer : stub.answers) text += fill_from_inputs(source, answer.value, "at");
  return text;
}

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
  for (const Parameter& parameter : stub.parameters) text += fmt::format("  (void){};\n", parameter.name);
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
        stub->id, stub->variables.size(), from_inputs(source, *stub));
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
      const auto first = stub.first + call * static_cast<std::uint32_t>(stub.variables.size());
      ConcreteValue concrete{source, unit.variables, values, first, fmt::format("{}_{}", stub.id, call + 1)};
      std::vector<std::string> parts;
      for (const auto& answer : stub.answers) parts.push_back(concrete.initialiser(answer.value));
      rows.push_back(fmt::format("{{{}}}", fmt::join(parts, ", ")));
      text += concrete.objects();
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
