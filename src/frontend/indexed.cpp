// Which pointer parameters are used as arrays?  C does not say, so the uses decide: a pointer that is
// only dereferenced, compared or tested points to one object; whatever else is done with it (an
// index, arithmetic, a copy that may move) makes it an array.  Handing it to a function passes the
// question on to that function's parameter.
#include <algorithm>
#include <map>
#include <utility>

#include "frontend/body.h"

namespace espalier::frontend {
namespace {

using ParameterIndex = std::pair<const SourceFunction*, std::size_t>;

struct Use {
  enum class Kind { Single, Array, Passed } kind;
  ParameterIndex passed_to{};
};

bool points_to_structure(CXCursor variable) {
  const CXType type = clang_getCanonicalType(clang_getCursorType(variable));
  return clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_Record;
}

class IndexedFinder {
 public:
  explicit IndexedFinder(const std::vector<Definition>& definitions) : definitions_(definitions) {}

  void run() {
    for (const auto& definition : definitions_) {
      current_ = &definition;
      for (const CXCursor part : children(definition.cursor))
        if (clang_getCursorKind(part) == CXCursor_CompoundStmt) walk(part, part, 0);
    }
    // A caller's parameter is an array when the callee's is: repeat until nothing changes.
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [from, to] : passed_) {
        if (!indexed_[to] || indexed_[from]) continue;
        indexed_[from] = changed = true;
      }
    }
    for (const auto& definition : definitions_)
      for (std::size_t i = 0; i < definition.function->parameters.size(); ++i)
        definition.function->parameters[i].indexed = indexed_[{definition.function, i}];
  }

 private:
  // `parent` is the nearest one that is not a parenthesis or conversion, `place` our place in it.
  void walk(CXCursor cursor, CXCursor parent, std::size_t place) {
    if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr) note(cursor, parent, place);
    const CXCursorKind kind = clang_getCursorKind(cursor);
    const bool transparent = kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr;
    const auto parts = children(cursor);
    for (std::size_t i = 0; i < parts.size(); ++i)
      walk(parts[i], transparent ? parent : cursor, transparent ? place : i);
  }

  void note(CXCursor reference, CXCursor parent, std::size_t place) {
    const CXCursor declared = clang_getCursorReferenced(reference);
    if (clang_getCursorKind(declared) != CXCursor_ParmDecl) return;
    const int count = clang_Cursor_getNumArguments(current_->cursor);
    for (int i = 0; i < count; ++i) {
      if (clang_equalCursors(clang_Cursor_getArgument(current_->cursor, static_cast<unsigned>(i)),
                             declared) == 0)
        continue;
      const ParameterIndex parameter{current_->function, static_cast<std::size_t>(i)};
      const Use use = classify(declared, parent, place);
      if (use.kind == Use::Kind::Array) indexed_[parameter] = true;
      if (use.kind == Use::Kind::Passed) passed_.emplace_back(parameter, use.passed_to);
    }
  }

  [[nodiscard]] Use classify(CXCursor variable, CXCursor parent, std::size_t place) const {
    constexpr Use single{Use::Kind::Single}, array{Use::Kind::Array};
    switch (clang_getCursorKind(parent)) {
      case CXCursor_MemberRefExpr:
      case CXCursor_IfStmt:
      case CXCursor_WhileStmt:
      case CXCursor_DoStmt:
      case CXCursor_ForStmt:
      case CXCursor_ReturnStmt:
      case CXCursor_ConditionalOperator:
      case CXCursor_UnaryExpr:
        return single;
      case CXCursor_UnaryOperator: {
        const auto kind = clang_getCursorUnaryOperatorKind(parent);
        return kind == CXUnaryOperator_Deref || kind == CXUnaryOperator_LNot ? single : array;
      }
      case CXCursor_BinaryOperator: {
        const auto kind = clang_getCursorBinaryOperatorKind(parent);
        if (kind == CXBinaryOperator_EQ || kind == CXBinaryOperator_NE || is_logical(parent)) return single;
        if (kind != CXBinaryOperator_Assign) return array;
        // Assigned to, the parameter leaves its object; copied, the copy may move over an array of
        // scalars, while structures are rather lists.
        return place == 0 || points_to_structure(variable) ? single : array;
      }
      case CXCursor_VarDecl:
        return points_to_structure(variable) ? single : array;
      case CXCursor_CallExpr:
        return argument(variable, parent, place);
      default:
        return array;
    }
  }

  [[nodiscard]] Use argument(CXCursor variable, CXCursor call, std::size_t place) const {
    const CXCursor callee = clang_getCursorDefinition(clang_getCursorReferenced(call));
    if (place == 0) return {Use::Kind::Single};
    for (const auto& definition : definitions_)
      if (clang_equalCursors(definition.cursor, callee) != 0 &&
          place - 1 < definition.function->parameters.size())
        return {Use::Kind::Passed, {definition.function, place - 1}};
    return {points_to_structure(variable) ? Use::Kind::Single : Use::Kind::Array};
  }

  const std::vector<Definition>& definitions_;
  const Definition* current_ = nullptr;
  std::map<ParameterIndex, bool> indexed_;
  std::vector<std::pair<ParameterIndex, ParameterIndex>> passed_;
};

}  // namespace

void find_indexed_parameters(const std::vector<Definition>& definitions) { IndexedFinder{definitions}.run(); }

}  // namespace espalier::frontend
