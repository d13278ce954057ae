// GoogleTest files: <stem>_test.cpp with the adapter and the header it needs.
#include <csignal>

#include <fmt/format.h>

#include "base/files.h"
#include "frontend/contract.h"
#include "suite/export/text.h"

namespace espalier::suite {
namespace {

using Kind = frontend::InputVariable::Kind;

std::string signal_name(int signal) {
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

// EXPECT_EQ compares floating-point values exactly, but takes -0.0 for 0.0 and no NaN for itself.
std::string float_assertion(const std::string& expression, const std::string& literal,
                            const frontend::Output& output, std::uint64_t value) {
  const bool is_float = output.bits == 32;
  const std::uint64_t sign = is_float ? std::uint64_t{1} << 31 : std::uint64_t{1} << 63;
  const std::uint64_t infinity = is_float ? 0x7f800000u : 0x7ff0000000000000u;
  const auto magnitude = value & ~sign;
  if (magnitude > infinity) return fmt::format("  EXPECT_TRUE(std::isnan({}));\n", expression);
  auto text = fmt::format("  EXPECT_EQ({}, {});\n", expression, literal);
  if (magnitude == 0)
    text += fmt::format("  EXPECT_{}(std::signbit({}));\n", value == 0 ? "FALSE" : "TRUE", expression);
  return text;
}

std::string assertion(const frontend::SourceFile& source, const frontend::TestInput& input,
                      const Observation& seen) {
  const auto& output = *seen.output;
  const auto expression = without_cpp_keywords(input.expression(output));
  if (output.what == frontend::Output::What::Pointer) {
    const auto target = without_cpp_keywords(input.target(output, seen.value));
    return fmt::format("  EXPECT_TRUE({} {});\n", expression, target.empty() ? "!= 0" : "== " + target);
  }
  if (output.kind == Kind::Bool)
    return fmt::format("  EXPECT_{}({});\n", seen.value != 0 ? "TRUE" : "FALSE", expression);
  const auto literal = without_cpp_keywords(
      frontend::literal(source, output.type, output.kind, output.bits, output.is_signed, seen.value));
  if (output.kind == Kind::Float) return float_assertion(expression, literal, output, seen.value);
  return fmt::format("  EXPECT_EQ({}, {});\n", expression, literal);
}

std::string call_text(const frontend::Unit& unit) {
  auto callee = subject_name(unit);
  if (unit.function->is_static)
    callee = "espalier_call_" + unit.name;
  else if (is_shadowed(unit))
    callee = "subject::" + callee;
  return without_cpp_keywords(fmt::format("{}({})", callee, frontend::argument_list(unit)));
}

std::string death_text(const UnitSuite& unit, const search::Candidate& run, const std::string& call,
                       const End& end) {
  switch (end.kind) {
    case End::Kind::Returns:
      break;
    case End::Kind::Signal:
      return fmt::format("  EXPECT_EXIT({{ alarm(10); {}; }}, ::testing::KilledBySignal({}), \"\");\n", call,
                         signal_name(end.code));
    case End::Kind::Exit:
      if (run.message == "pthread_exit")  // it unwinds the stack, which a death test takes for an exception
        return fmt::format("  GTEST_SKIP() << \"{} ends the thread by pthread_exit\";\n", unit.unit->name);
      return fmt::format("  EXPECT_EXIT({{ alarm(10); {}; }}, ::testing::ExitedWithCode({}), \"\");\n", call,
                         end.code);
    case End::Kind::Hang:
      return fmt::format("  EXPECT_EXIT({{ alarm(1); {}; _exit(0); }}, hangs_or_is_long, \"\");\n", call);
    case End::Kind::Memory:
      return fmt::format("  EXPECT_EXIT({{ limit_memory(); {}; _exit(errno == ENOMEM); }}, dies, \"\");\n",
                         call);
    case End::Kind::Undefined:
      return fmt::format("  {};\n", call);
    case End::Kind::Dies:
      return fmt::format("  EXPECT_EXIT({{ alarm(10); {}; _exit(0); }}, dies, \"\");\n", call);
  }
  return {};
}

std::string test_text(const frontend::SourceFile& source, const UnitSuite& unit, std::size_t index) {
  const auto& test = unit.tests[index];
  auto text = test_comment(unit, index, "// ");
  const auto end = expected_end(test);
  text += fmt::format("TEST({}, {}{}) {{\n", unit.unit->name,
                      end.kind == End::Kind::Undefined ? "DISABLED_" : "", test.name);
  text += without_cpp_keywords(setup_of(source, *unit.unit, test.run));
  const auto input = input_of(source, *unit.unit, test.run);
  text += without_cpp_keywords(input.declarations());
  const auto call = call_text(*unit.unit);
  if (end.kind != End::Kind::Returns) return text + death_text(unit, test.run, call, end) + "}\n\n";

  if (!observes_result(*unit.unit))
    text += fmt::format("  {};\n", call);
  else
    text += fmt::format("  {} = {};\n",
                        without_cpp_keywords(frontend::result_declaration(source, *unit.unit)), call);
  for (const auto& seen : observations(*unit.unit, input, test.run)) text += assertion(source, input, seen);
  if (const auto said = postcondition_of(source, *unit.unit, test.run))
    text += fmt::format("  EXPECT_{}({});\n", *said ? "TRUE" : "FALSE",
                        without_cpp_keywords(frontend::postcondition_call(
                            source, *unit.unit, "espalier_call_" + unit.unit->postcondition)));
  return text + "}\n\n";
}

// Only what some test of the file uses: unused functions would be warnings.
std::string helpers_text(const Suite& suite) {
  bool hangs = false, memory = false, dies = false, bounds = false;
  for (const auto& unit : suite.units) {
    for (const auto& test : unit.tests) {
      const auto kind = expected_end(test).kind;
      bounds |= test.run.status == ESP_BOUNDS;
      hangs |= kind == End::Kind::Hang;
      memory |= kind == End::Kind::Memory;
      dies |= kind == End::Kind::Memory || kind == End::Kind::Dies;
    }
  }
  std::string text;
  if (hangs) {
    text +=
        "// A hang is stopped by the alarm; a run that was only long may end by itself.\n"
        "bool hangs_or_is_long(int status) {\n"
        "  return ::testing::KilledBySignal(SIGALRM)(status) || ::testing::ExitedWithCode(0)(status);\n"
        "}\n\n";
  }
  if (memory) {
    text +=
        "// Leaves the process 256 MB, and ten seconds to notice.\n"
        "void limit_memory() {\n"
        "  const rlimit limit = {256ul << 20, 256ul << 20};\n"
        "  setrlimit(RLIMIT_DATA, &limit);\n"
        "  alarm(10);\n"
        "  errno = 0;\n"
        "}\n\n";
  }
  if (bounds) {
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
  if (dies) text += "bool dies(int status) { return !::testing::ExitedWithCode(0)(status); }\n\n";
  return text;
}

std::string file_text(const Suite& suite) {
  const auto stem = file_stem(suite);
  auto body = helpers_text(suite);
  for (const auto& unit : suite.units) {
    for (std::size_t i = 0; i < unit.tests.size(); ++i) body += test_text(*suite.source, unit, i);
  }
  return fmt::format(
      "// Tests of {}, generated by Espalier.  Every expected value was observed in a run.\n"
      "// Each test counts on fresh global variables: run them with ctest, which starts a process for each.\n"
      "#include <gtest/gtest.h>\n\n"
      "#include <signal.h>\n#include <sys/mman.h>\n#include <sys/resource.h>\n#include <unistd.h>\n\n"
      "#include <cerrno>\n#include <cmath>\n#include <cstring>\n\n"
      "#include \"{}_api.h\"\n\n"
      "{}"
      "namespace subject {{\nnamespace {{\n\n"
      "{}"
      "}}  // namespace\n}}  // namespace subject\n",
      suite.source->path.filename().string(), stem,
      frontend::uses_float_helpers(body) ? frontend::float_helpers() + "\n" : "", body);
}

}  // namespace

std::vector<std::filesystem::path> export_gtest(const Suite& suite, const std::filesystem::path& directory) {
  const auto stem = file_stem(suite);
  const auto tests = directory / "tests";
  const std::vector<std::filesystem::path> paths = {tests / (stem + "_unit.c"), tests / (stem + "_api.h"),
                                                    tests / (stem + "_test.cpp")};
  write_file(paths[0], adapter_text(suite));
  write_file(paths[1], api_text(suite));
  write_file(paths[2], file_text(suite));
  return paths;
}

}  // namespace espalier::suite
