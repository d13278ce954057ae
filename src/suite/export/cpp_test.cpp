// What the test files of all C++ frameworks have in common.
#include "suite/export/cpp_test.h"

#include <csignal>

#include <fmt/format.h>

#include "frontend/contract.h"

namespace espalier::suite {
namespace {

using Kind = frontend::InputVariable::Kind;

template <class... Arguments>
std::string filled(const char* format, const Arguments&... arguments) {
  return "  " + fmt::format(fmt::runtime(format), arguments...) + ";\n";
}

// Frameworks compare floating-point values exactly, but take -0.0 for 0.0 and no NaN for itself.
std::string float_assertion(const Dialect& dialect, const std::string& expression, const std::string& literal,
                            const frontend::Output& output, std::uint64_t value) {
  const bool is_float = output.bits == 32;
  const std::uint64_t sign = is_float ? std::uint64_t{1} << 31 : std::uint64_t{1} << 63;
  const std::uint64_t infinity = is_float ? 0x7f800000u : 0x7ff0000000000000u;
  const auto magnitude = value & ~sign;
  if (magnitude > infinity) return filled(dialect.is_true, fmt::format("std::isnan({})", expression));
  auto text = filled(dialect.equal, expression, literal);
  if (magnitude == 0)
    text +=
        filled(value == 0 ? dialect.is_false : dialect.is_true, fmt::format("std::signbit({})", expression));
  return text;
}

std::string assertion(const Dialect& dialect, const frontend::SourceFile& source,
                      const frontend::TestInput& input, const Observation& seen) {
  const auto& output = *seen.output;
  const auto expression = without_cpp_keywords(input.expression(output));
  if (output.what == frontend::Output::What::Pointer) {
    const auto target = without_cpp_keywords(input.target(output, seen.value));
    return filled(dialect.is_true,
                  fmt::format("{} {}", expression, target.empty() ? "!= 0" : "== " + target));
  }
  if (output.kind == Kind::Bool)
    return filled(seen.value != 0 ? dialect.is_true : dialect.is_false, expression);
  const auto literal = without_cpp_keywords(
      frontend::literal(source, output.type, output.kind, output.bits, output.is_signed, seen.value));
  if (output.kind == Kind::Float) return float_assertion(dialect, expression, literal, output, seen.value);
  return filled(dialect.equal, expression, literal);
}

std::string call_text(const frontend::Unit& unit) {
  auto callee = subject_name(unit);
  if (unit.function->is_static)
    callee = "espalier_call_" + unit.name;
  else if (is_shadowed(unit))
    callee = "subject::" + callee;
  return without_cpp_keywords(fmt::format("{}({})", callee, frontend::argument_list(unit)));
}

std::string test_text(const Dialect& dialect, const frontend::SourceFile& source, const UnitSuite& unit,
                      std::size_t index) {
  const auto& test = unit.tests[index];
  auto text = test_comment(unit, index, "// ");
  const auto end = expected_end(test);
  text += fmt::format(fmt::runtime(end.kind == End::Kind::Undefined ? dialect.head_if_asked : dialect.head),
                      fmt::arg("unit", unit.unit->name), fmt::arg("name", test.name));
  text += without_cpp_keywords(setup_of(source, *unit.unit, test.run));
  const auto input = input_of(source, *unit.unit, test.run);
  text += without_cpp_keywords(input.declarations());
  const auto call = call_text(*unit.unit);
  if (end.kind == End::Kind::Undefined) return text + fmt::format("  {};\n}}\n\n", call);
  if (end.kind != End::Kind::Returns) return text + dialect.death(unit, test.run, call, end) + "}\n\n";

  if (!observes_result(*unit.unit))
    text += fmt::format("  {};\n", call);
  else
    text += fmt::format("  {} = {};\n",
                        without_cpp_keywords(frontend::result_declaration(source, *unit.unit)), call);
  for (const auto& seen : observations(*unit.unit, input, test.run))
    text += assertion(dialect, source, input, seen);
  if (const auto said = postcondition_of(source, *unit.unit, test.run))
    text += filled(*said ? dialect.is_true : dialect.is_false,
                   without_cpp_keywords(frontend::postcondition_call(
                       source, *unit.unit, "espalier_call_" + unit.unit->postcondition)));
  return text + "}\n\n";
}

}  // namespace

std::string signal_text(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGFPE:
      return "SIGFPE";
    case SIGABRT:
      return "SIGABRT";
    case SIGBUS:
      return "SIGBUS";
    case SIGILL:
      return "SIGILL";
    case SIGTRAP:
      return "SIGTRAP";
    default:
      return fmt::format("{}", signal);
  }
}

Needs needs_of(const Suite& suite) {
  Needs needs;
  for (const auto& unit : suite.units) {
    for (const auto& test : unit.tests) {
      const auto kind = expected_end(test).kind;
      needs.guard |= test.run.status == ESP_BOUNDS;
      needs.hang |= kind == End::Kind::Hang;
      needs.memory |= kind == End::Kind::Memory;
      needs.death |= kind == End::Kind::Memory || kind == End::Kind::Dies;
      needs.any |= kind != End::Kind::Returns && kind != End::Kind::Undefined;
    }
  }
  return needs;
}

std::string common_helpers(const Needs& needs) {
  std::string text;
  if (needs.memory) {
    text +=
        "// Leaves the process 256 MB, and ten seconds to notice.\n"
        "void limit_memory() {\n"
        "  const ::rlimit limit = {256ul << 20, 256ul << 20};\n"
        "  ::setrlimit(RLIMIT_DATA, &limit);\n"
        "  ::alarm(10);\n"
        "  errno = 0;\n"
        "}\n\n";
  }
  if (needs.guard) {
    text +=
        "// A copy whose end is the end of the memory that may be touched.\n"
        "void* espalier_guard(const void* values, std::size_t size) {\n"
        "  const std::size_t whole = (size + 4095) / 4096 * 4096;\n"
        "  char* pages = static_cast<char*>(mmap(nullptr, whole + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE "
        "| MAP_ANONYMOUS, -1, 0));\n"
        "  mprotect(pages + whole, 4096, PROT_NONE);\n"
        "  return std::memcpy(pages + whole - size, values, size);\n"
        "}\n\n";
  }
  return text;
}

std::string cpp_file_text(const Suite& suite, const Dialect& dialect) {
  auto body = dialect.helpers(suite);
  for (const auto& unit : suite.units) {
    for (std::size_t i = 0; i < unit.tests.size(); ++i) body += test_text(dialect, *suite.source, unit, i);
  }
  return fmt::format(
      "// Tests of {}, generated by Espalier.  Every expected value was observed in a run.\n"
      "// {}\n"
      "{}\n"
      "#include <signal.h>\n#include <sys/mman.h>\n#include <sys/resource.h>\n#include <sys/wait.h>\n"
      "#include <unistd.h>\n\n"
      "#include <cerrno>\n#include <cmath>\n#include <cstdio>\n#include <cstring>\n\n"
      "#include \"{}_api.h\"\n\n"
      "{}"
      "namespace subject {{\nnamespace {{\n\n"
      "{}"
      "}}  // namespace\n}}  // namespace subject\n",
      suite.source->path.filename().string(), dialect.fresh, dialect.includes, file_stem(suite),
      frontend::uses_float_helpers(body) ? frontend::float_helpers() + "\n" : "", body);
}

}  // namespace espalier::suite
