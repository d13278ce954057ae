// Reads the body of a function: what can be decided there, and on which lines something happens.
//
// The definition of a condition follows clang's coverage mapping, because llvm-cov is the judge of
// the branches we claim: every operand of && and || anywhere, and every condition of a statement
// or of ?:, unless it is itself a && or || below parentheses and `!` (then its operands count).
#include <algorithm>
#include <optional>
#include <tuple>

#include "frontend/body.h"

namespace espalier::frontend {
namespace {

auto position(const Range& range) {
  return std::tie(range.file, range.line, range.column, range.end_line, range.end_column);
}

std::optional<std::int64_t> constant_value(CXCursor expression) {
  std::optional<std::int64_t> value;
  if (CXEvalResult result = clang_Cursor_Evaluate(expression)) {
    if (clang_EvalResult_getKind(result) == CXEval_Int)
      value = clang_EvalResult_isUnsignedInt(result) != 0
                  ? static_cast<std::int64_t>(clang_EvalResult_getAsUnsigned(result))
                  : clang_EvalResult_getAsLongLong(result);
    clang_EvalResult_dispose(result);
  }
  return value;
}

bool is_not(CXCursor expression) {
  return clang_getCursorKind(expression) == CXCursor_UnaryOperator &&
         clang_getCursorUnaryOperatorKind(expression) == CXUnaryOperator_LNot;
}

/// A cast that leaves the value of `!a` or `a && b` as wide as it is.
bool is_idle_cast(CXCursor expression) {
  if (clang_getCursorKind(expression) != CXCursor_CStyleCastExpr) return false;
  const CXTypeKind to = clang_getCanonicalType(clang_getCursorType(expression)).kind;
  if (to != CXType_Bool && to != CXType_Int && to != CXType_UInt) return false;
  const CXCursor inner = strip_parentheses(children(expression).back());
  return is_not(inner) || is_logical(inner) || is_idle_cast(inner);
}

/// What is tested under parentheses, idle casts and `!`, each of which turns `negated` around.
CXCursor strip_negation(CXCursor expression, bool& negated) {
  for (expression = strip_parentheses(expression); is_not(expression) || is_idle_cast(expression);
       expression = strip_parentheses(children(expression).back()))
    if (is_not(expression)) negated = !negated;
  return expression;
}

/// Can be told from the compiled code: `a ? b : c` with arms that are tested as they stand.  The others are
/// decided by operands of && and ||, by a constant, or the other way round.
bool has_plain_arms(CXCursor choice) {
  const auto parts = children(choice);
  return std::all_of(parts.begin() + 1, parts.end(), [](CXCursor arm) {
    arm = strip_parentheses(arm);
    if (is_not(arm) || is_idle_cast(arm) || is_logical(arm) || constant_value(arm)) return false;
    return clang_getCursorKind(arm) != CXCursor_ConditionalOperator || has_plain_arms(arm);
  });
}

class BodyReader {
 public:
  BodyReader(CXTranslationUnit unit, SourceFunction& function) : unit_(unit), function_(function) {}

  void statement(CXCursor cursor);

 private:
  void expression(CXCursor cursor);
  void condition(CXCursor cursor, Place operator_place = {});
  void switch_statement(CXCursor cursor, const std::vector<CXCursor>& parts);
  void label(CXCursor cursor, const std::vector<CXCursor>& parts);
  [[nodiscard]] Place operator_between(CXCursor left, CXCursor right) const;
  [[nodiscard]] CXCursor for_condition(CXCursor cursor, const std::vector<CXCursor>& parts) const;
  void line_of(CXCursor cursor) { function_.statements.push_back(range_of(unit_, cursor).line); }

  struct Switch {
    Range range, condition;
    bool has_default = false;
  };

  CXTranslationUnit unit_;
  SourceFunction& function_;
  std::vector<Switch> switches_;  ///< the enclosing ones, innermost last
};

/// A declaration is a statement when something is computed: it initialises an automatic variable.
bool computes(CXCursor declaration) {
  for (const CXCursor variable : children(declaration)) {
    if (clang_getCursorKind(variable) != CXCursor_VarDecl) continue;
    const auto storage = clang_Cursor_getStorageClass(variable);
    if (storage == CX_SC_Static || storage == CX_SC_Extern) continue;
    if (clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable)) == 0) return true;
    if (clang_getCursorType(variable).kind == CXType_VariableArray) return true;
  }
  return false;
}

void BodyReader::statement(CXCursor cursor) {
  const auto parts = children(cursor);
  switch (clang_getCursorKind(cursor)) {
    case CXCursor_CompoundStmt:
      for (const CXCursor part : parts) statement(part);
      return;
    case CXCursor_NullStmt:
      return;
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
      label(cursor, parts);
      return;
    case CXCursor_UnexposedStmt:  // a statement with attributes, such as [[fallthrough]]
      for (const CXCursor part : parts) statement(part);
      return;
    case CXCursor_DeclStmt:
      if (computes(cursor)) line_of(cursor);
      for (const CXCursor part : parts) expression(part);
      return;
    case CXCursor_IfStmt:
      line_of(cursor);
      condition(parts.front());
      expression(parts.front());
      for (std::size_t i = 1; i < parts.size(); ++i) statement(parts[i]);
      return;
    case CXCursor_WhileStmt:
      line_of(cursor);
      condition(parts.front());
      expression(parts.front());
      statement(parts.back());
      return;
    case CXCursor_DoStmt:
      line_of(cursor);
      statement(parts.front());
      condition(parts.back());
      expression(parts.back());
      return;
    case CXCursor_ForStmt:
      line_of(cursor);
      if (const CXCursor test = for_condition(cursor, parts); clang_Cursor_isNull(test) == 0) condition(test);
      for (std::size_t i = 0; i + 1 < parts.size(); ++i) expression(parts[i]);
      statement(parts.back());
      return;
    case CXCursor_SwitchStmt:
      switch_statement(cursor, parts);
      return;
    default:
      line_of(cursor);
      expression(cursor);
      return;
  }
}

void BodyReader::label(CXCursor cursor, const std::vector<CXCursor>& parts) {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  if (kind != CXCursor_LabelStmt && !switches_.empty()) {
    Case entry;
    entry.range = range_of(unit_, cursor);
    entry.switch_range = switches_.back().range;
    entry.condition_range = switches_.back().condition;
    if (kind == CXCursor_DefaultStmt) {
      entry.is_default = true;
      entry.text = "default";
      entry.range.end_line = entry.range.line;
      entry.range.end_column = entry.range.column + 7;
      switches_.back().has_default = true;
    } else {
      const CXCursor last_value = parts[parts.size() - 2];
      const Range value = range_of(unit_, last_value);
      entry.range.end_line = value.end_line;
      entry.range.end_column = value.end_column;
      entry.low = constant_value(parts.front()).value_or(0);
      entry.high = parts.size() > 2 ? constant_value(last_value).value_or(entry.low) : entry.low;
      entry.text = "case " + source_text(unit_, parts.front());
      if (parts.size() > 2) entry.text += " ... " + source_text(unit_, last_value);
    }
    function_.cases.push_back(entry);
  }
  if (!parts.empty()) statement(parts.back());
}

void BodyReader::switch_statement(CXCursor cursor, const std::vector<CXCursor>& parts) {
  line_of(cursor);
  expression(parts.front());
  switches_.push_back({range_of(unit_, cursor), range_of(unit_, parts.front())});
  statement(parts.back());
  const Switch done = switches_.back();
  switches_.pop_back();
  if (done.has_default) return;
  Case implicit;
  implicit.range = done.range;
  implicit.range.end_line = implicit.range.line;
  implicit.range.end_column = implicit.range.column + 6;  // "switch"
  implicit.switch_range = done.range;
  implicit.condition_range = done.condition;
  implicit.is_default = implicit.is_implicit = true;
  implicit.text = "default";
  function_.cases.push_back(implicit);
}

void BodyReader::expression(CXCursor cursor) {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  if (kind == CXCursor_CompoundStmt) return statement(cursor);  // GNU ({ ... })
  if (kind == CXCursor_UnaryExpr) return;                       // sizeof: nothing is evaluated
  if (kind == CXCursor_CallExpr && text_of(clang_getCursorSpelling(cursor)) == "espalier_assume")
    return;  // what tests must not violate is no goal
  const auto parts = children(cursor);
  if (kind == CXCursor_ConditionalOperator) condition(parts.front());
  if (is_logical(cursor))
    for (std::size_t i = 0; i < parts.size(); ++i)
      condition(parts[i], i == 0 ? Place{} : operator_between(parts[0], parts[1]));
  if (kind == CXCursor_UnexposedExpr && parts.size() == 4) {  // GNU a ?: b, shown as a, a, a, b
    condition(parts.front());
    expression(parts.front());
    return expression(parts.back());
  }
  for (const CXCursor part : parts) expression(part);
}

void BodyReader::condition(CXCursor cursor, Place operator_place) {
  bool negated = false;
  const CXCursor tested = strip_negation(cursor, negated);
  if (is_logical(tested)) return;  // its operands are the conditions
  if (constant_value(cursor)) return;
  const bool is_choice = clang_getCursorKind(tested) == CXCursor_ConditionalOperator;
  function_.conditions.push_back({range_of(unit_, cursor), negated, source_text(unit_, cursor),
                                  operator_place.line, operator_place.column, is_choice,
                                  !is_choice || has_plain_arms(tested)});
}

// libclang's location of a binary operator is where its left operand starts; the token is in between.
Place BodyReader::operator_between(CXCursor left, CXCursor right) const {
  const CXSourceRange gap = clang_getRange(clang_getRangeEnd(clang_getCursorExtent(left)),
                                           clang_getRangeStart(clang_getCursorExtent(right)));
  CXToken* tokens = nullptr;
  unsigned count = 0;
  clang_tokenize(unit_, gap, &tokens, &count);
  Place place;
  for (unsigned i = 0; i < count && place.line == 0; ++i) {
    const std::string text = text_of(clang_getTokenSpelling(unit_, tokens[i]));
    if (text == "&&" || text == "||") place = expansion_place(clang_getTokenLocation(unit_, tokens[i]));
  }
  if (tokens != nullptr) clang_disposeTokens(unit_, tokens, count);
  return place;
}

// libclang leaves out the absent parts of `for (init; test; step)`, so that two children may be any
// two of the three.  The semicolons of the source tell them apart.
CXCursor BodyReader::for_condition(CXCursor cursor, const std::vector<CXCursor>& parts) const {
  if (parts.size() >= 4) return parts[1];
  std::vector<unsigned> semicolons;
  CXToken* tokens = nullptr;
  unsigned count = 0;
  clang_tokenize(unit_, clang_getCursorExtent(cursor), &tokens, &count);
  int depth = 0;
  for (unsigned i = 0; i < count && semicolons.size() < 2; ++i) {
    const std::string text = text_of(clang_getTokenSpelling(unit_, tokens[i]));
    if (text == "(" || text == "{") ++depth;
    if (text == ")" || text == "}") --depth;
    if (text == ";" && depth == 1)
      semicolons.push_back(expansion_place(clang_getTokenLocation(unit_, tokens[i])).offset);
  }
  if (tokens != nullptr) clang_disposeTokens(unit_, tokens, count);
  // A loop inside a macro shows no semicolons: there, a part that compares is the test.
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const unsigned offset = expansion_place(clang_getRangeStart(clang_getCursorExtent(parts[i]))).offset;
    if (semicolons.size() == 2 && offset > semicolons[0] && offset < semicolons[1]) return parts[i];
    if (semicolons.size() < 2 && clang_getCursorKind(parts[i]) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(parts[i]) < CXBinaryOperator_Assign)
      return parts[i];
  }
  return clang_getNullCursor();
}

}  // namespace

void read_body(CXTranslationUnit unit, CXCursor definition, SourceFunction& function) {
  for (const CXCursor part : children(definition))
    if (clang_getCursorKind(part) == CXCursor_CompoundStmt) BodyReader{unit, function}.statement(part);

  const auto by_position = [](const auto& a, const auto& b) { return position(a.range) < position(b.range); };
  std::stable_sort(function.conditions.begin(), function.conditions.end(), by_position);
  std::stable_sort(function.cases.begin(), function.cases.end(), by_position);
  auto& lines = function.statements;
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
}

}  // namespace espalier::frontend
