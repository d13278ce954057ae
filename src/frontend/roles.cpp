// What parameters mean to each other: which integer counts the elements behind which pointer, what a `void *`
// really points to, and whether the function frees memory.
//
// A wrong guess of a length would forbid inputs that the function is meant for, and "infeasible" would be
// said of branches that are not.  So a length is believed only with evidence:
//   - the declaration says so: int a[n];
//   - a loop compares i with n and indexes p[i];
//   - p + n or p[n - 1] is computed, or p and n are handed on side by side, or n is counted down, and n
//     has the name of a length;
//   - its name is made from the pointer's: buf, buf_len.
#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "frontend/body.h"
#include "frontend/types.h"

namespace espalier::frontend {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

constexpr std::array length_words = {"n",   "len",   "length", "size",  "sz",       "count", "cnt",
                                     "num", "nmemb", "nelem",  "nelts", "elements", "bytes", "nbytes"};

bool is_length_name(const std::string& name) {
  const std::string text = lower(name);
  return std::any_of(length_words.begin(), length_words.end(), [&](const std::string& word) {
    return text == word || text.ends_with("_" + word) || text.starts_with(word + "_") ||
           (word.size() > 2 && text.ends_with(word));
  });
}

/// buf and buf_len, buflen, n_buf, num_buf, len_buf.
bool is_length_of(const std::string& length, const std::string& pointer) {
  const std::string text = lower(length), base = lower(pointer);
  if (base.size() < 2) return false;
  return std::any_of(length_words.begin(), length_words.end(), [&](const std::string& word) {
    return text == base + "_" + word || text == word + "_" + base || (word.size() > 1 && text == base + word);
  });
}

class RoleFinder {
 public:
  RoleFinder(const Definition& definition, TypeTable& types) : definition_(definition), types_(types) {}

  void run() {
    const auto& parameters = definition_.function->parameters;
    seen_as_.resize(parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i) declared(i);
    for (const CXCursor part : children(definition_.cursor))
      if (clang_getCursorKind(part) == CXCursor_CompoundStmt) walk(part);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      named(i);
      if (seen_as_[i].size() == 1) definition_.function->parameters[i].seen_as = *seen_as_[i].begin();
    }
  }

  std::set<std::string> calls;  ///< names of called functions

 private:
  [[nodiscard]] CXType type_of(std::size_t parameter) const {
    return clang_getCanonicalType(clang_getCursorType(argument(parameter)));
  }
  [[nodiscard]] CXCursor argument(std::size_t parameter) const {
    return clang_Cursor_getArgument(definition_.cursor, static_cast<unsigned>(parameter));
  }
  [[nodiscard]] bool is_pointer(int parameter) const {
    if (parameter < 0) return false;
    const CXTypeKind kind = type_of(static_cast<std::size_t>(parameter)).kind;
    return kind == CXType_Pointer || kind == CXType_IncompleteArray || kind == CXType_VariableArray;
  }
  [[nodiscard]] bool is_integer(int parameter) const {
    if (parameter < 0) return false;
    const CXTypeKind kind = type_of(static_cast<std::size_t>(parameter)).kind;
    return kind >= CXType_Char_U && kind <= CXType_LongLong && kind != CXType_Bool;
  }

  /// The parameter that an expression is, or -1.
  [[nodiscard]] int parameter(CXCursor expression) const {
    expression = strip_parentheses(expression);
    if (clang_getCursorKind(expression) != CXCursor_DeclRefExpr) return -1;
    const CXCursor declared = clang_getCursorReferenced(expression);
    for (std::size_t i = 0; i < definition_.function->parameters.size(); ++i)
      if (clang_equalCursors(argument(i), declared) != 0) return static_cast<int>(i);
    return -1;
  }

  [[nodiscard]] const std::string& name(int parameter) const {
    return definition_.function->parameters[static_cast<std::size_t>(parameter)].name;
  }

  void believe(int pointer, int length, const std::string& why) {
    auto& found = definition_.function->parameters[static_cast<std::size_t>(pointer)];
    if (found.length >= 0) return;
    found.length = length;
    found.length_why = why;
  }

  void declared(std::size_t index) {
    if (clang_getCursorType(argument(index)).kind != CXType_VariableArray) return;
    for (const CXCursor part : children(argument(index)))
      if (const int length = parameter(part); is_integer(length))
        believe(static_cast<int>(index), length, "the declaration says so");
  }

  void named(std::size_t index) {
    if (!is_pointer(static_cast<int>(index)) || !definition_.function->parameters[index].indexed) return;
    for (int i = 0; i < static_cast<int>(definition_.function->parameters.size()); ++i)
      if (is_integer(i) && is_length_of(name(i), name(static_cast<int>(index))))
        believe(static_cast<int>(index), i, "of its name");
  }

  void walk(CXCursor cursor) {
    const auto parts = children(cursor);
    switch (clang_getCursorKind(cursor)) {
      case CXCursor_ForStmt:
      case CXCursor_WhileStmt:
      case CXCursor_DoStmt:
        loop(cursor);
        break;
      case CXCursor_BinaryOperator:
        binary(cursor, parts);
        break;
      case CXCursor_CallExpr:
        call(cursor, parts);
        break;
      case CXCursor_CStyleCastExpr:
        if (!parts.empty()) converted(parameter(parts.back()), clang_getCursorType(cursor));
        break;
      case CXCursor_VarDecl:
        if (const CXCursor initial = clang_Cursor_getVarDeclInitializer(cursor); clang_Cursor_isNull(initial) == 0)
          converted(parameter(initial), clang_getCursorType(cursor));
        break;
      default:
        break;
    }
    for (const CXCursor part : parts) walk(part);
  }

  /// `i < n` somewhere in the loop's head and p[i] somewhere inside.
  void loop(CXCursor cursor) {
    std::vector<std::pair<CXCursor, int>> bounds;  // counter, length
    std::vector<std::pair<int, CXCursor>> uses;    // pointer, counter
    look_into(cursor, bounds, uses);
    for (const auto& [counter, length] : bounds)
      for (const auto& [pointer, index] : uses)
        if (clang_equalCursors(counter, index) != 0)
          believe(pointer, length,
                  fmt::format("a loop compares {} with it and reads {}[{}]", text_of(clang_getCursorSpelling(index)),
                              name(pointer), text_of(clang_getCursorSpelling(index))));
  }

  void look_into(CXCursor cursor, std::vector<std::pair<CXCursor, int>>& bounds,
                 std::vector<std::pair<int, CXCursor>>& uses) {
    const auto parts = children(cursor);
    const CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_BinaryOperator && parts.size() == 2) {
      const auto op = clang_getCursorBinaryOperatorKind(cursor);
      const bool less = op == CXBinaryOperator_LT || op == CXBinaryOperator_NE;
      const bool greater = op == CXBinaryOperator_GT || op == CXBinaryOperator_NE;
      if (less && is_integer(parameter(parts[1]))) bounds.emplace_back(variable(parts[0]), parameter(parts[1]));
      if (greater && is_integer(parameter(parts[0]))) bounds.emplace_back(variable(parts[1]), parameter(parts[0]));
    }
    if (kind == CXCursor_ArraySubscriptExpr && parts.size() == 2 && is_pointer(parameter(parts[0])))
      uses.emplace_back(parameter(parts[0]), variable(parts[1]));
    for (const CXCursor part : parts) look_into(part, bounds, uses);
  }

  static CXCursor variable(CXCursor expression) {
    expression = strip_parentheses(expression);
    if (clang_getCursorKind(expression) != CXCursor_DeclRefExpr) return expression;
    return clang_getCursorReferenced(expression);
  }

  /// p + n of a pointer and something called a length; and an assignment converts a `void *`.
  void binary(CXCursor cursor, const std::vector<CXCursor>& parts) {
    if (parts.size() != 2) return;
    const int left = parameter(parts[0]), right = parameter(parts[1]);
    const auto op = clang_getCursorBinaryOperatorKind(cursor);
    if (op == CXBinaryOperator_Assign) converted(right, clang_getCursorType(parts[0]));
    if (op == CXBinaryOperator_Add && is_pointer(left) && is_integer(right) && is_length_name(name(right)))
      believe(left, right, fmt::format("{} + {} is its end", name(left), name(right)));
  }

  /// f(p, n): who is handed both beside each other, with a name that says length, takes them for one.
  void call(CXCursor cursor, const std::vector<CXCursor>& parts) {
    const std::string callee = text_of(clang_getCursorSpelling(cursor));
    calls.insert(callee);
    const bool of_all = callee.starts_with("mem") || callee.starts_with("strn");  // memcpy(p, q, n)
    for (std::size_t i = 2; i < parts.size(); ++i) {
      const int length = parameter(parts[i]);
      if (!is_integer(length) || !is_length_name(name(length))) continue;
      for (std::size_t k = of_all ? 1 : i - 1; k < i; ++k)
        if (const int pointer = parameter(parts[k]); is_pointer(pointer) && !points_to_record(pointer))
          believe(pointer, length, fmt::format("both are handed to {}", callee));
    }
  }

  [[nodiscard]] bool points_to_record(int pointer) const {
    const CXType type = type_of(static_cast<std::size_t>(pointer));
    return clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_Record;
  }

  void converted(int from, CXType to) {
    if (from < 0) return;
    const CXType before = type_of(static_cast<std::size_t>(from));
    if (before.kind != CXType_Pointer) return;
    if (clang_getCanonicalType(clang_getPointeeType(before)).kind != CXType_Void) return;
    const CXType after = clang_getCanonicalType(to);
    if (after.kind != CXType_Pointer) return;
    const CXType pointee = clang_getUnqualifiedType(clang_getCanonicalType(clang_getPointeeType(after)));
    // Bytes are what a pointer to void is taken for anyway.
    const bool is_byte = clang_Type_getSizeOf(pointee) <= 1;
    if (!is_byte && pointee.kind != CXType_FunctionProto)
      seen_as_[static_cast<std::size_t>(from)].insert(types_.id_of(pointee));
  }

  const Definition& definition_;
  TypeTable& types_;
  std::vector<std::set<TypeId>> seen_as_;
};

}  // namespace

void find_parameter_roles(const std::vector<Definition>& definitions, TypeTable& types) {
  std::vector<std::set<std::string>> calls;
  for (const Definition& definition : definitions) {
    RoleFinder finder{definition, types};
    finder.run();
    calls.push_back(finder.calls);
    for (const char* name : {"free", "realloc", "reallocarray", "cfree"})
      definition.function->frees |= finder.calls.contains(name);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < definitions.size(); ++i)
      for (const Definition& callee : definitions) {
        if (definitions[i].function->frees || !callee.function->frees || !calls[i].contains(callee.function->name))
          continue;
        definitions[i].function->frees = changed = true;
      }
  }
}

}  // namespace espalier::frontend
