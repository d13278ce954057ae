#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/flags.h"
#include "suite/suite.h"

namespace espalier::suite {

/// How a test is expected to end.
struct End {
  enum class Kind : std::uint8_t { Returns, Signal, Exit, Hang, Memory, Dies, Undefined };
  Kind kind = Kind::Returns;
  int code = 0;  ///< Signal, Exit
};
End expected_end(const Test& test);

/// "triangle" for /src/triangle.c: the first part of the names of all its files, an identifier.
std::string file_stem(const Suite& suite);

/// One output of a test that is asserted.
struct Observation {
  const frontend::Output* output = nullptr;
  std::uint64_t value = 0;
};
/// The input of a run as its test declares it.
frontend::TestInput input_of(const frontend::SourceFile& source, const frontend::Unit& unit,
                             const search::Candidate& run);
/// What a test asserts: the result, and all values of every object in which something changed.
std::vector<Observation> observations(const frontend::Unit& unit, const frontend::TestInput& input,
                                      const search::Candidate& run);

/// Lines of a test that set up what surrounds the unit: answers of stubs, failing allocations.
std::string setup_of(const frontend::SourceFile& source, const frontend::Unit& unit,
                     const search::Candidate& run);
/// What the postcondition said in this run: nothing when there is none, or it cannot be asked.
std::optional<bool> postcondition_of(const frontend::SourceFile& source, const frontend::Unit& unit,
                                     const search::Candidate& run);
/// The planned units of a suite.
std::vector<const frontend::Unit*> units_of(const Suite& suite);

/// The output is the result or part of it; some output is.
bool is_of_result(const frontend::Unit& unit, const frontend::Output& output);
bool observes_result(const frontend::Unit& unit);

/// The function's name inside the adapter, which renames main.
std::string subject_name(const frontend::Unit& unit);

/// A local variable of the test has the function's name and hides it.
bool is_shadowed(const frontend::Unit& unit);

/// Comment lines of one test: path, goals, finding.  Each starts with `prefix`.
std::string test_comment(const UnitSuite& unit, std::size_t test, const std::string& prefix);

/// C text with every identifier that C++ reserves and C does not made harmless by a trailing `_`.
/// String and character literals are left alone.
std::string without_cpp_keywords(const std::string& c_text);

/// As a C string literal.
std::string quoted(const std::string& text);

/// The source's compiler flags for a compilation from any directory: relative include paths made
/// absolute, -Werror and output options dropped.
frontend::UserFlags portable_flags(const frontend::SourceFile& source);
/// Those of them that change the layout of types, so that C++ tests must be compiled with them too.
std::vector<std::string> layout_flags(const std::vector<std::string>& flags);

/// tests/<stem>_unit.c: the user's source with main renamed, and wrappers for functions that other
/// files cannot call.
std::string adapter_text(const Suite& suite);
/// tests/<stem>_api.h: the types and functions of the unit for C++.
std::string api_text(const Suite& suite);

/// tests/espalier_check.h and .c: what the plain C tests are run by.
extern const char* const kCheckHeader;
extern const char* const kCheckSource;

}  // namespace espalier::suite
