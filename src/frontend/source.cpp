#include "frontend/source.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/files.h"
#include "base/nearest.h"
#include "base/result.h"
#include "frontend/body.h"
#include "frontend/clang.h"
#include "frontend/flags.h"
#include "frontend/line_directives.h"
#include "frontend/references.h"
#include "frontend/toolchain.h"
#include "frontend/types.h"

namespace espalier::frontend {
namespace {
namespace fs = std::filesystem;

struct Dispose {
  void operator()(CXIndex index) const { clang_disposeIndex(index); }
  void operator()(CXTranslationUnit unit) const { clang_disposeTranslationUnit(unit); }
};
using Index = std::unique_ptr<void, Dispose>;
using TranslationUnit = std::unique_ptr<CXTranslationUnitImpl, Dispose>;

/// `file:line: what; what to do` for the first error of the compiler, if there is one.
std::optional<std::string> first_error(CXTranslationUnit unit) {
  for (unsigned i = 0; i < clang_getNumDiagnostics(unit); ++i) {
    CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
    const bool is_error = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
    const std::string what = text_of(clang_getDiagnosticSpelling(diagnostic));
    const Place place = expansion_place(clang_getDiagnosticLocation(diagnostic));
    clang_disposeDiagnostic(diagnostic);
    if (!is_error) continue;
    const bool missing_header = what.find("file not found") != std::string::npos;
    const char* advice = missing_header
                             ? "give its directory with -- -I<directory>, or the build directory with -p"
                             : "correct the source, or give its compiler flags after --";
    if (place.file == nullptr) return fmt::format("{}; {}", what, advice);
    return fmt::format("{}:{}: {}; {}", file_name(place.file), place.line, what, advice);
  }
  return std::nullopt;
}

TranslationUnit parse(CXIndex index, const fs::path& path, const std::vector<std::string>& flags) {
  std::vector<const char*> arguments;
  for (const auto& flag : flags) arguments.push_back(flag.c_str());
  const std::string own = "-I" + user_header().parent_path().string();
  arguments.insert(arguments.end(), {"-w", own.c_str(), "-DESPALIER_SUBJECT"});
  CXTranslationUnit unit = nullptr;
  const CXErrorCode code =
      clang_parseTranslationUnit2(index, path.c_str(), arguments.data(), static_cast<int>(arguments.size()),
                                  nullptr, 0, CXTranslationUnit_None, &unit);
  if (code != CXError_Success || unit == nullptr)
    throw UserError{ExitCode::DoesNotBuild,
                    fmt::format("{}: clang cannot parse it with the flags [{}]; check the flags after --",
                                path.string(), fmt::join(flags, " "))};
  return TranslationUnit{unit};
}

/// Types that no parameter mentions can still be told (--type), and their names are not free.
void note_type(CXCursor cursor, TypeTable& types) {
  switch (clang_getCursorKind(cursor)) {
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
    case CXCursor_TypedefDecl:
      if (clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) == 0)
        types.id_of(clang_getCursorType(cursor));
      return;
    default:
      return;
  }
}

SourceFunction read_function(CXTranslationUnit unit, CXCursor cursor, TypeTable& types) {
  SourceFunction function;
  function.name = text_of(clang_getCursorSpelling(cursor));
  const Range range = range_of(unit, cursor);
  function.file = range.file;
  function.line = range.line;
  function.end_line = range.end_line;
  function.is_static = clang_Cursor_getStorageClass(cursor) == CX_SC_Static;
  function.is_inline = clang_Cursor_isFunctionInlined(cursor) != 0;
  function.is_variadic =
      clang_getCursorType(cursor).kind == CXType_FunctionProto && clang_Cursor_isVariadic(cursor) != 0;
  function.in_main_file = clang_Location_isFromMainFile(clang_getCursorLocation(cursor)) != 0;
  function.result = types.id_of(clang_getCursorResultType(cursor));
  const int count = clang_Cursor_getNumArguments(cursor);
  for (int i = 0; i < count; ++i) {
    const CXCursor parameter = clang_Cursor_getArgument(cursor, static_cast<unsigned>(i));
    std::string name = text_of(clang_getCursorSpelling(parameter));
    if (name.empty()) name = fmt::format("p{}", i + 1);
    Parameter made;
    made.name = name;
    made.type = types.id_of(clang_getCursorType(parameter));
    function.parameters.push_back(made);
  }
  read_body(unit, cursor, function);
  return function;
}

void require_declared(const SourceFile& source, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& function : source.declared) names.push_back(function.name);
  if (std::ranges::find(names, name) != names.end()) return;
  throw UserError{
      ExitCode::Usage,
      fmt::format(
          "--stub: '{}' is not called by {}, or is defined there; {}", name, source.path.string(),
          names.empty() ? "it calls nothing else" : fmt::format("did you mean '{}'?", nearest(name, names)))};
}

}  // namespace

const SourceFunction* SourceFile::find(std::string_view name) const {
  for (const auto& function : functions)
    if (function.name == name) return &function;
  return nullptr;
}

TypeId SourceFile::find_type(std::string_view spelling) const {
  for (std::size_t i = 1; i < types.size(); ++i)
    if (types[i].spelling == spelling && !types[i].is_const) return static_cast<TypeId>(i);
  return 0;
}

SourceFile parse_source(const fs::path& path, const std::vector<std::string>& flags,
                        const std::set<std::string>& stubbed) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    throw UserError{ExitCode::Usage, fmt::format("{}: {}; give the path of a C source file", path.string(),
                                                 fs::exists(path) ? "not a regular file" : "no such file")};

  SourceFile source;
  source.path = fs::absolute(path).lexically_normal();
  source.flags = flags;
  if (const auto text = read_file(source.path)) source.has_line_directives = has_line_directives(*text);
  const Index index{clang_createIndex(0, 0)};
  const TranslationUnit unit = parse(index.get(), source.path, sort_flags(flags).compile);
  if (const auto what = first_error(unit.get())) throw UserError{ExitCode::DoesNotBuild, *what};

  TypeTable types{source.types};
  std::vector<CXCursor> cursors;
  for (const CXCursor cursor : children(clang_getTranslationUnitCursor(unit.get()))) {
    note_type(cursor, types);
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || clang_isCursorDefinition(cursor) == 0)
      continue;
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) != 0) continue;
    cursors.push_back(cursor);
    source.functions.push_back(read_function(unit.get(), cursor, types));
  }
  std::vector<Definition> definitions;
  for (std::size_t i = 0; i < cursors.size(); ++i) definitions.push_back({cursors[i], &source.functions[i]});
  find_indexed_parameters(definitions);
  find_parameter_roles(definitions, types);
  source.uses_espalier = clang_getFile(unit.get(), user_header().c_str()) != nullptr;
  read_references(unit.get(), source, types);
  for (const std::string& name : stubbed) require_declared(source, name);
  drop_defined_elsewhere(source, stubbed);
  return source;
}

}  // namespace espalier::frontend
