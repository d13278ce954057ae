#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/verify/measure.h"

namespace espalier::suite {

/// Something that a sanitizer said of one test.
struct Report {
  std::string tool;  ///< "AddressSanitizer", "UndefinedBehaviorSanitizer", "MemorySanitizer"
  std::string test;  ///< "unit.test"
  std::string kind;  ///< as findings are called: "out of bounds"
  std::string message;
  std::string place{};  ///< file:line that the tool told itself, or empty
  std::vector<std::uint64_t> counters{};  ///< call stack, offsets in the binary
  std::vector<Frame> stack{};  ///< the part of it in the code under test; empty: it is about the test itself
};

/// What a sanitized test program printed, as reports.  Leaks, exhausted stacks and refused allocations are
/// none: the sanitizers' own needs cause them as well.
std::vector<Report> read_reports(const std::string& printed, const std::string& binary);

/// Builds of the plain C tests with sanitizers: address and undefined in one, memory (uninitialised values)
/// in another, because clang cannot have them in one.
struct SanitizedBuild {
  std::string binary;
  Command compile;
  std::string options;  ///< the environment it runs in
};
std::vector<SanitizedBuild> sanitized_builds(const Suite& suite, const ExportedFiles& files,
                                             const std::filesystem::path& scratch,
                                             const VerifyOptions& options);

/// Runs the tests that can say something and collects the reports, with their places.
std::vector<Report> run_sanitized(const Suite& suite, const std::vector<SanitizedBuild>& builds,
                                  const ExportedFiles& files, const VerifyOptions& options);

}  // namespace espalier::suite
