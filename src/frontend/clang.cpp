#include "frontend/clang.h"

#include <cctype>
#include <string_view>

namespace espalier::frontend {
namespace {

std::string_view contents(CXTranslationUnit unit, CXFile file) {
  std::size_t size = 0;
  const char* text = file != nullptr ? clang_getFileContents(unit, file, &size) : nullptr;
  return text != nullptr ? std::string_view{text, size} : std::string_view{};
}

bool is_identifier_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Moves `place` over the macro use that starts there: its name and its argument list, if any.
Place end_of_macro_use(CXTranslationUnit unit, Place place) {
  const std::string_view text = contents(unit, place.file);
  const auto step = [&] {
    if (text[place.offset++] == '\n') {
      ++place.line;
      place.column = 1;
    } else {
      ++place.column;
    }
  };
  while (place.offset < text.size() && is_identifier_part(text[place.offset])) step();
  const Place after_name = place;
  while (place.offset < text.size() && std::isspace(static_cast<unsigned char>(text[place.offset])) != 0)
    step();
  if (place.offset >= text.size() || text[place.offset] != '(') return after_name;
  int depth = 0;
  do {
    if (text[place.offset] == '(') ++depth;
    if (text[place.offset] == ')') --depth;
    step();
  } while (depth > 0 && place.offset < text.size());
  return place;
}

struct Extent {
  Place begin, end;
  bool in_macro = false;
};

Extent extent_of(CXTranslationUnit unit, CXCursor cursor) {
  const CXSourceRange range = clang_getCursorExtent(cursor);
  const CXSourceLocation first = clang_getRangeStart(range);
  const CXSourceLocation last = clang_getRangeEnd(range);
  Extent extent{expansion_place(first), expansion_place(last), false};
  extent.in_macro = extent.begin != spelling_place(first);
  if (extent.in_macro) {
    // The end of a macro argument has the expansion location of the whole use, its start.
    const Place end = end_of_macro_use(unit, extent.begin);
    if (end.offset > extent.end.offset || extent.end.file != extent.begin.file) extent.end = end;
  }
  return extent;
}

std::string folded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

/// The condition that starts at `begin`, as a macro definition or argument spells it.  libclang does not
/// tell where it ends there, so we read on until something that cannot belong to one condition.
std::string spelled_condition(CXTranslationUnit unit, const Place& begin) {
  const std::string_view text = contents(unit, begin.file);
  int depth = 0;
  std::size_t end = begin.offset;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && --depth < 0) break;
    if (c == '\n' && text[end - 1] != '\\') break;
    const std::string_view pair = text.substr(end, 2);
    if (depth == 0 && (c == ';' || c == ',' || c == '?' || pair == "&&" || pair == "||")) break;
  }
  return begin.offset < end ? folded(text.substr(begin.offset, end - begin.offset)) : "";
}

std::string text_between(CXTranslationUnit unit, const Place& begin, const Place& end) {
  const std::string_view text = contents(unit, begin.file);
  if (begin.file != end.file || begin.offset >= end.offset || end.offset > text.size()) return "";
  return folded(text.substr(begin.offset, end.offset - begin.offset));
}

}  // namespace

std::string text_of(CXString string) {
  const char* text = clang_getCString(string);
  std::string result = text != nullptr ? text : "";
  clang_disposeString(string);
  return result;
}

std::vector<CXCursor> children(CXCursor cursor) {
  std::vector<CXCursor> found;
  clang_visitChildren(
      cursor,
      [](CXCursor child, CXCursor, CXClientData data) {
        static_cast<std::vector<CXCursor>*>(data)->push_back(child);
        return CXChildVisit_Continue;
      },
      &found);
  return found;
}

Place expansion_place(CXSourceLocation location) {
  Place place;
  clang_getExpansionLocation(location, &place.file, &place.line, &place.column, &place.offset);
  return place;
}

Place spelling_place(CXSourceLocation location) {
  Place place;
  clang_getSpellingLocation(location, &place.file, &place.line, &place.column, &place.offset);
  return place;
}

std::string file_name(CXFile file) { return file != nullptr ? text_of(clang_getFileName(file)) : ""; }

Range range_of(CXTranslationUnit unit, CXCursor cursor) {
  const Extent extent = extent_of(unit, cursor);
  return {file_name(extent.begin.file),
          extent.begin.line,
          extent.begin.column,
          extent.end.line,
          extent.end.column,
          extent.in_macro};
}

std::string source_text(CXTranslationUnit unit, CXCursor cursor) {
  const Extent extent = extent_of(unit, cursor);
  std::string text = text_between(unit, extent.begin, extent.end);
  if (!extent.in_macro) return text;
  const std::string spelled =
      spelled_condition(unit, spelling_place(clang_getRangeStart(clang_getCursorExtent(cursor))));
  return spelled.empty() || spelled == text ? text : text + ": " + spelled;
}

CXCursor strip_parentheses(CXCursor expression) {
  for (;;) {
    const CXCursorKind kind = clang_getCursorKind(expression);
    const bool transparent = kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr ||
                             (kind == CXCursor_UnaryOperator &&
                              clang_getCursorUnaryOperatorKind(expression) == CXUnaryOperator_Extension);
    if (!transparent) return expression;
    const auto below = children(expression);
    if (below.size() != 1) return expression;
    expression = below.front();
  }
}

bool is_logical(CXCursor expression) {
  if (clang_getCursorKind(expression) != CXCursor_BinaryOperator) return false;
  const auto kind = clang_getCursorBinaryOperatorKind(expression);
  return kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr;
}

}  // namespace espalier::frontend
