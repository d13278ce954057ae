// Who names whom: which functions and variables a run of a unit can meet, and which of them have no
// definition in the file.
#include "frontend/references.h"

#include <algorithm>

#include <fmt/format.h>

namespace espalier::frontend {
namespace {

bool is_function(CXCursor cursor) { return clang_getCursorKind(cursor) == CXCursor_FunctionDecl; }

bool is_static_local(CXCursor variable) {
  return clang_getCursorLinkage(variable) == CXLinkage_NoLinkage &&
         clang_Cursor_getStorageClass(variable) == CX_SC_Static;
}

bool has_static_storage(CXCursor variable) {
  const CXLinkageKind linkage = clang_getCursorLinkage(variable);
  return linkage == CXLinkage_External || linkage == CXLinkage_Internal || is_static_local(variable);
}

/// `extern int x;` promises a definition; everything else is one.
bool is_promise(CXCursor variable) {
  return clang_Cursor_getStorageClass(variable) == CX_SC_Extern &&
         clang_isInvalid(clang_getCursorKind(clang_Cursor_getVarDeclInitializer(variable))) != 0;
}

/// Not for us to define.  espalier_next_any, behind espalier_any(type), is: it is a stub like others.
bool is_ours_or_the_compilers(const std::string& name) {
  if (name == "espalier_next_any") return false;
  return name.starts_with("__builtin_") || name.starts_with("__sync_") || name.starts_with("__atomic_") ||
         name.starts_with("espalier_");
}

/// A GNU attribute is part of the type, _Noreturn of the declaration.
bool is_noreturn(CXCursor function) {
  const std::string text = text_of(clang_getCursorPrettyPrinted(function, nullptr)) +
                           text_of(clang_getTypeSpelling(clang_getCursorType(function)));
  return text.find("noreturn") != std::string::npos || text.find("_Noreturn") != std::string::npos;
}

class Reader {
 public:
  Reader(SourceFile& source, TypeTable& types) : source_(source), types_(types) {}

  void top_level(CXCursor cursor) {
    const bool library = clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) != 0;
    const std::string name = text_of(clang_getCursorSpelling(cursor));
    if (is_function(cursor)) {
      if (clang_isCursorDefinition(cursor) != 0) {
        defined_.insert(name);
        if (!library) visit(name, cursor);
      }
    } else if (clang_getCursorKind(cursor) == CXCursor_VarDecl) {
      if (!is_promise(cursor)) variables_[name] = cursor;  // with the type that has all array bounds
      if (!library) visit(name, cursor);
    }
  }

  void finish() {
    for (const auto& [name, cursor] : functions_)
      if (!defined_.contains(name) && !is_ours_or_the_compilers(name)) declare(name, cursor);
    for (const auto& [name, cursor] : used_) {
      const auto definition = variables_.find(name);
      variable(name, definition == variables_.end() ? cursor : definition->second,
               definition != variables_.end());
    }
    for (const auto& [name, function, cursor] : locals_) variable(name, cursor, true, function);
  }

 private:
  void visit(const std::string& name, CXCursor cursor) {
    current_ = name;
    source_.references[name];
    clang_visitChildren(
        cursor,
        [](CXCursor child, CXCursor, CXClientData self) {
          static_cast<Reader*>(self)->expression(child);
          return CXChildVisit_Recurse;
        },
        this);
  }

  void expression(CXCursor cursor) {
    if (clang_getCursorKind(cursor) == CXCursor_VarDecl && is_static_local(cursor))
      locals_.push_back({text_of(clang_getCursorSpelling(cursor)), current_, cursor});
    if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr) return;
    const CXCursor target = clang_getCursorReferenced(cursor);
    const std::string name = text_of(clang_getCursorSpelling(target));
    if (is_function(target)) {
      functions_.emplace(name, target);
    } else if (clang_getCursorKind(target) == CXCursor_VarDecl && has_static_storage(target)) {
      if (is_static_local(target)) return;
      used_.emplace(name, target);
    } else {
      return;
    }
    source_.references[current_].insert(name);
  }

  void declare(const std::string& name, CXCursor cursor) {
    DeclaredFunction function;
    function.name = name;
    function.line = expansion_place(clang_getCursorLocation(cursor)).line;
    function.result = types_.id_of(clang_getCursorResultType(cursor));
    function.is_variadic =
        clang_getCursorType(cursor).kind == CXType_FunctionProto && clang_Cursor_isVariadic(cursor) != 0;
    function.is_noreturn = is_noreturn(cursor);
    const int count = clang_Cursor_getNumArguments(cursor);
    for (int i = 0; i < count; ++i) {
      const CXCursor parameter = clang_Cursor_getArgument(cursor, static_cast<unsigned>(i));
      Parameter made;
      made.name = text_of(clang_getCursorSpelling(parameter));
      if (made.name.empty()) made.name = fmt::format("p{}", i + 1);
      made.type = types_.id_of(clang_getCursorType(parameter));
      function.parameters.push_back(made);
    }
    source_.declared.push_back(std::move(function));
  }

  void variable(const std::string& name, CXCursor cursor, bool defined, const std::string& function = "") {
    if (clang_getCursorTLSKind(cursor) != CXTLS_None) return;  // one per thread: not ours to set
    GlobalVariable global;
    global.name = name;
    global.type = types_.id_of(clang_getCursorType(cursor));
    global.line = expansion_place(clang_getCursorLocation(cursor)).line;
    global.is_const = source_.type(global.type).is_const;
    global.is_static = clang_Cursor_getStorageClass(cursor) == CX_SC_Static;
    global.is_defined = defined;
    global.is_local = is_static_local(cursor);
    global.function = function;
    source_.globals.push_back(std::move(global));
  }

  SourceFile& source_;
  TypeTable& types_;
  std::string current_;
  std::set<std::string> defined_;
  std::map<std::string, CXCursor> functions_;  ///< named somewhere
  std::map<std::string, CXCursor> variables_;  ///< defined here
  std::map<std::string, CXCursor> used_;       ///< named somewhere
  struct Local {
    std::string name, function;
    CXCursor cursor;
  };
  std::vector<Local> locals_;
};

}  // namespace

void read_references(CXTranslationUnit unit, SourceFile& source, TypeTable& types) {
  Reader reader{source, types};
  for (const CXCursor cursor : children(clang_getTranslationUnitCursor(unit))) reader.top_level(cursor);
  reader.finish();
}

std::set<std::string> SourceFile::reachable_names(const std::string& function) const {
  std::set<std::string> found{function};
  std::vector<std::string> open{function};
  while (!open.empty()) {
    const auto names = references.find(open.back());
    open.pop_back();
    if (names == references.end()) continue;
    for (const std::string& name : names->second)
      if (found.insert(name).second) open.push_back(name);
  }
  return found;
}

}  // namespace espalier::frontend
