#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suite/export/text.h"

namespace espalier::suite {

/// What a C test framework calls things.  The texts are fmt formats.
struct CDialect {
  const char* head;  ///< {}: the function's name
  const char* is_signed;  ///< {0}: value, {1}: expected
  const char* is_unsigned;
  const char* is_float;  ///< bit for bit, but any NaN equals any other
};

/// The function of one test, with its comment.  Where the run does not come back it asserts nothing.
std::string c_test_text(const CDialect& dialect, const frontend::SourceFile& source, const UnitSuite& unit,
                        std::size_t test, const std::string& name);

/// "ESPALIER_KILLED": the enumerator of espalier_check.h.
const char* end_name(End::Kind kind);

/// Writes what C tests are built with: the adapter, espalier_check.h and .c, espalier.h if it is used.
std::vector<std::filesystem::path> write_c_support(const Suite& suite, const std::filesystem::path& tests);

}  // namespace espalier::suite
