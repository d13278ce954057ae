#pragma once

// Thin, typed access to libclang's C interface; only files of this folder include it.

#include <clang-c/Index.h>

#include <string>
#include <vector>

#include "frontend/source.h"

namespace espalier::frontend {

/// The text of a CXString, which is released.
std::string text_of(CXString string);

std::vector<CXCursor> children(CXCursor cursor);

/// A position in a file, 1-based line and column, 0-based offset.
struct Place {
  CXFile file = nullptr;
  unsigned line = 0, column = 0, offset = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// Where the user reads it: inside a macro, the place where the macro is used.
Place expansion_place(CXSourceLocation location);
/// Where the token was written: inside a macro, the macro's definition or its argument.
Place spelling_place(CXSourceLocation location);

std::string file_name(CXFile file);

/// The region of a cursor, with expansion locations; the whole use of a macro when the cursor
/// starts inside one.
Range range_of(CXTranslationUnit unit, CXCursor cursor);

/// The source text of a cursor with white space folded; for code from a macro, its use and the
/// spelling behind it: "CHECK(a): (x) > 0".
std::string source_text(CXTranslationUnit unit, CXCursor cursor);

/// The expression below parentheses and implicit conversions.
CXCursor strip_parentheses(CXCursor expression);

/// `expression` is && or ||.
bool is_logical(CXCursor expression);

}  // namespace espalier::frontend
