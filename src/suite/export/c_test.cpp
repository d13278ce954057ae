// What the test files of all C frameworks have in common.
#include "suite/export/c_test.h"

#include <fmt/format.h>

#include "base/files.h"
#include "frontend/contract.h"
#include "frontend/toolchain.h"

namespace espalier::suite {
namespace {

using Kind = frontend::InputVariable::Kind;

std::string filled(const char* format, const std::string& value, const std::string& expected) {
  return "  " + fmt::format(fmt::runtime(format), value, expected) + ";\n";
}

std::string assertion(const CDialect& dialect, const frontend::SourceFile& source,
                      const frontend::TestInput& input, const Observation& seen) {
  const auto& output = *seen.output;
  const auto expression = input.expression(output);
  if (output.what == frontend::Output::What::Pointer) {
    const auto target = input.target(output, seen.value);
    return filled(dialect.is_unsigned,
                  fmt::format("{} {}", expression, target.empty() ? "!= 0" : "== " + target), "1");
  }
  const auto literal =
      frontend::literal(source, output.type, output.kind, output.bits, output.is_signed, seen.value);
  const char* how = dialect.is_signed;
  if (output.kind == Kind::Float)
    how = dialect.is_float;
  else if (output.kind == Kind::Bool || !output.is_signed)
    how = dialect.is_unsigned;
  return filled(how, expression, literal);
}

}  // namespace

std::string c_test_text(const CDialect& dialect, const frontend::SourceFile& source, const UnitSuite& unit,
                        std::size_t index, const std::string& name) {
  const auto& test = unit.tests[index];
  const auto comment = test_comment(unit, index, " * ");
  std::string text;
  if (!comment.empty()) text += "/*" + comment.substr(2, comment.size() - 3) + " */\n";
  text += fmt::format(fmt::runtime(dialect.head), name);
  text += setup_of(source, *unit.unit, test.run);
  const auto input = input_of(source, *unit.unit, test.run);
  text += input.declarations();

  const auto callee = is_shadowed(*unit.unit) ? "espalier_call_" + unit.unit->name : subject_name(*unit.unit);
  const auto call = fmt::format("{}({})", callee, frontend::argument_list(*unit.unit));
  const bool returns = expected_end(test).kind == End::Kind::Returns;
  if (!returns || !observes_result(*unit.unit))
    text += fmt::format("  {};\n", call);
  else
    text += fmt::format("  {} = {};\n", frontend::result_declaration(source, *unit.unit), call);
  if (returns) {
    for (const auto& seen : observations(*unit.unit, input, test.run))
      text += assertion(dialect, source, input, seen);
    if (const auto said = postcondition_of(source, *unit.unit, test.run))
      text += filled(
          dialect.is_unsigned,
          fmt::format("{} != 0", frontend::postcondition_call(source, *unit.unit, unit.unit->postcondition)),
          *said ? "1" : "0");
  }
  return text + "}\n\n";
}

const char* end_name(End::Kind kind) {
  switch (kind) {
    case End::Kind::Returns:
      return "ESPALIER_RETURNS";
    case End::Kind::Signal:
      return "ESPALIER_KILLED";
    case End::Kind::Exit:
      return "ESPALIER_EXITS";
    case End::Kind::Hang:
      return "ESPALIER_HANGS";
    case End::Kind::Memory:
      return "ESPALIER_OUT_OF_MEMORY";
    case End::Kind::Dies:
      return "ESPALIER_DIES";
    case End::Kind::Undefined:
      return "ESPALIER_UNDEFINED";
  }
  return "";
}

std::vector<std::filesystem::path> write_c_support(const Suite& suite, const std::filesystem::path& tests) {
  std::vector<std::filesystem::path> paths = {tests / (file_stem(suite) + "_unit.c"),
                                              tests / "espalier_check.h", tests / "espalier_check.c"};
  write_file(paths[0], adapter_text(suite));
  write_file(paths[1], kCheckHeader);
  write_file(paths[2], kCheckSource);
  if (!suite.source->uses_espalier) return paths;
  if (const auto header = read_file(frontend::user_header())) {
    paths.push_back(tests / "espalier.h");
    write_file(paths.back(), *header);
  }
  return paths;
}

}  // namespace espalier::suite
