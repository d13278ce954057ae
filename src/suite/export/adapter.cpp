// The user's source as a translation unit that tests can be linked with.
#include <fmt/format.h>

#include "frontend/environment.h"
#include "suite/export/text.h"

namespace espalier::suite {
namespace {

/// C99: a function that is only ever called `inline` is compiled nowhere.  An extern declaration makes it.
std::string extern_text(const frontend::SourceFile& source, const frontend::SourceFunction& function) {
  std::string parameters;
  for (const auto& parameter : function.parameters)
    parameters += (parameters.empty() ? "" : ", ") + frontend::declaration(source, parameter.type, "");
  if (function.is_variadic) parameters += ", ...";
  if (parameters.empty()) parameters = "void";
  return fmt::format("extern {};\n", frontend::declaration(source, function.result,
                                                           fmt::format("{}({})", function.name, parameters)));
}

std::string wrapper_text(const frontend::SourceFile& source, const frontend::Unit& unit) {
  const auto& function = *unit.function;
  std::string parameters, arguments;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const auto name = fmt::format("p{}", i + 1);
    if (i > 0) parameters += ", ", arguments += ", ";
    parameters += frontend::declaration(source, function.parameters[i].type, name);
    arguments += name;
  }
  for (const auto& extra : unit.extra_arguments) arguments += ", " + extra;
  if (function.is_variadic) parameters += ", ...";  // whatever they are, the test passes the same
  if (parameters.empty()) parameters = "void";
  const bool is_void = source.type(function.result).kind == frontend::TypeKind::Void;
  const auto head = frontend::declaration(source, function.result,
                                          fmt::format("espalier_call_{}({})", unit.name, parameters));
  return fmt::format("{};\n{} {{ {}{}({}); }}\n", head, head, is_void ? "" : "return ", subject_name(unit),
                     arguments);
}

}  // namespace

std::string adapter_text(const Suite& suite) {
  const auto& source = *suite.source;
  const auto units = units_of(suite);
  std::string text = fmt::format(
      "/* {} as the tests see it: its main makes room for theirs. */\n"
      "{}"
      "#define main espalier_subject_main\n"
      "{}"
      "#undef main\n",
      source.path.filename().string(), frontend::test_prelude(source, units),
      frontend::include_directive(source.path.string()));
  for (const auto& function : source.functions)
    if (function.is_inline && !function.is_static) text += extern_text(source, function);
  text += frontend::test_environment(source, units);
  bool first = true;
  for (const auto& unit : suite.units) {
    if (!unit.unit->function->is_static && !is_shadowed(*unit.unit)) continue;
    if (first) text += "\n/* Functions that other files cannot name. */\n";
    first = false;
    text += wrapper_text(source, *unit.unit);
  }
  return text;
}

}  // namespace espalier::suite
