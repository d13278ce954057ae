#pragma once

#include <string>

#include "suite/export/text.h"

namespace espalier::suite {

/// What a C++ test framework calls things.  The texts are fmt formats.
struct Dialect {
  const char* includes;  ///< of the framework
  /// {unit}, {name}, of a test that runs, and of one that runs only when asked for.
  const char* head;
  const char* head_if_asked;
  const char* equal;  ///< {0}, {1}
  const char* is_true;
  const char* is_false;
  /// A test whose run does not come back: {call}; the other words are those of `expected_end`.
  std::string (*death)(const UnitSuite& unit, const search::Candidate& run, const std::string& call,
                       const End& end);
  std::string (*helpers)(const Suite& suite);  ///< functions that the tests of this suite use
  const char* fresh;  ///< a comment: how each test gets a process of its own
};

/// The whole test file.
std::string cpp_file_text(const Suite& suite, const Dialect& dialect);

/// What the tests of a suite need, so that no unused function is written.
struct Needs {
  bool hang = false, memory = false, death = false, guard = false, any = false;
};
Needs needs_of(const Suite& suite);

/// `espalier_guard`, `limit_memory`: the same in all frameworks.
std::string common_helpers(const Needs& needs);

/// "SIGSEGV", or the number.
std::string signal_text(int signal);

}  // namespace espalier::suite
