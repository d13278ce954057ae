#include "property/programs/print.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace espalier::property {

std::string_view to_text(Side side) {
  static constexpr std::string_view names[] = {"false", "true", "case", "default"};
  return names[static_cast<std::size_t>(side)];
}

namespace {

// Prints both texts by the same walk; only the spelling of a mark differs, never a line break.
class Printer {
 public:
  explicit Printer(bool recording) : recording_(recording) {}

  std::string text;
  std::map<std::string, std::set<Mark>> marks;  // by function
  std::map<std::string, std::set<std::string>> calls;

  void put(std::string_view piece) {
    for (const char c : piece) {
      text += c;
      if (c == '\n') {
        ++line_;
        line_has_leaf_ = false;
      }
    }
  }

  void function(const Function& function, bool is_unit) {
    name_ = function.name;
    marks[name_];
    put(fmt::format("{}{} {}(", is_unit ? "" : "static ", c_name(function.result), name_));
    for (const auto& parameter : function.parameters)
      put(fmt::format("{}{}{}{}", &parameter == function.parameters.data() ? "" : ", ",
                      c_name(parameter.type), parameter.form == Declaration::Form::Table ? " const *" : " ",
                      parameter.name));
    put(") {");
    indent_ = 1;
    for (const auto& local : function.locals) {
      start_line();
      variable(local);
    }
    statements(function.body);
    indent_ = 0;
    start_line();
    put("}\n\n");
  }

  void variable(const Declaration& variable) {
    using enum Declaration::Form;
    const std::string_view type = c_name(variable.type);
    if (variable.form == Struct) {
      put(fmt::format("struct {{ {0} x; {0} y[4]; }} {1} = {{", type, variable.name));
      for (const auto& initial : variable.initial) {
        expression(initial);
        put(", ");
      }
      return put("};");
    }
    if (variable.form == Pointer || variable.form == Real) {
      put(variable.form == Real ? "double " : fmt::format("{} *", type));
      put(variable.name + " = ");
      expression(variable.initial[0]);
      return put(";");
    }
    put(fmt::format("{}{} {}{} = ", variable.is_const ? "const " : "", c_name(variable.type), variable.name,
                    variable.is_array ? "[4]" : ""));
    values(variable);
    put(";");
  }

  void values(const Declaration& variable) {
    if (variable.is_array) put("{");
    for (const auto& initial : variable.initial) {
      if (&initial != variable.initial.data()) put(", ");
      expression(initial);
    }
    if (variable.is_array) put("}");
  }

  void expression(const Expr& expr) {
    using enum Expr::Kind;
    switch (expr.kind) {
      case Constant:
        return constant(expr);
      case Variable:
        return put(expr.name);
      case Element:
        put(expr.name + "[");
        expression(expr.operands[0]);
        return put(" & 3]");
      case Unary:
        put(expr.name + "(");
        bare(expr.operands[0]);
        return put(")");
      case Binary:
        put("(");
        infix(expr);
        return put(")");
      case Shift:
        return shift(expr);
      case Divide:
        return division(expr);
      case Cast:
        put(fmt::format("(({})", c_name(expr.type)));
        expression(expr.operands[0]);
        return put(")");
      case Choice:
        put("(");
        expression(expr.operands[0]);
        put(" ? ");
        expression(expr.operands[1]);
        put(" : ");
        expression(expr.operands[2]);
        return put(")");
      case AddressOf:
        put("&" + expr.name + "[");
        expression(expr.operands[0]);
        return put(" & 3]");
      case Library:
        put("(" + expr.name + "(");
        arguments(expr);
        return put("))");
      case RealConstant:
        return put(fmt::format("({:.2f})", static_cast<double>(expr.value) / 4));
      case RealVariable:
        return put(expr.name);
      case RealFrom:
        put("((double)");
        expression(expr.operands[0]);
        return put(")");
      case RealOp:
      case RealTest:
        put("(");
        infix(expr);
        return put(")");
      case Call:
        calls[name_].insert(expr.name);
        put(expr.name + "(");
        arguments(expr);
        return put(")");
      case And:
      case Or:
        put("(");
        connected(expr);
        return put(")");
      case Not:
        put("!(");
        bare(expr.operands[0]);
        return put(")");
      case Leaf:
        return leaf(expr);
    }
  }

 private:
  void start_line() {
    put("\n");
    put(std::string(2 * indent_, ' '));
  }

  // --- expressions ----------------------------------------------------------------------

  void constant(const Expr& expr) {
    const Type type = promoted(expr.type);
    const std::string_view suffix = type == Type::U32   ? "U"
                                    : type == Type::I64 ? "L"
                                    : type == Type::U64 ? "UL"
                                                        : "";
    if (!is_signed(type))
      put(fmt::format("{}{}", static_cast<std::uint64_t>(expr.value), suffix));
    else if (expr.value == (bits(type) == 64 ? INT64_MIN : INT32_MIN))
      put(fmt::format("(-{}{} - 1)", -(expr.value + 1), suffix));
    else if (expr.value < 0)
      put(fmt::format("({}{})", expr.value, suffix));
    else
      put(fmt::format("{}{}", expr.value, suffix));
  }

  void arguments(const Expr& expr) {
    for (const auto& argument : expr.operands) {
      if (&argument != expr.operands.data()) put(", ");
      expression(argument);
    }
  }

  static bool is_not(const Expr& expr) {
    return expr.kind == Expr::Kind::Not || (expr.kind == Expr::Kind::Unary && expr.name == "!");
  }
  static bool is_connected(const Expr& expr) {
    return expr.kind == Expr::Kind::And || expr.kind == Expr::Kind::Or;
  }
  static bool is_idle_cast(const Expr& expr) {
    if (expr.kind != Expr::Kind::Cast) return false;
    if (expr.type != Type::Bool && expr.type != Type::I32 && expr.type != Type::U32) return false;
    const Expr& inner = expr.operands[0];
    return is_not(inner) || is_connected(inner) || is_idle_cast(inner);
  }
  static bool is_constant(const Expr& expr) {
    using enum Expr::Kind;
    for (const auto kind : {Variable, Element, Call, Library, RealVariable})
      if (expr.kind == kind) return false;
    return std::ranges::all_of(expr.operands, is_constant);
  }
  static bool has_plain_arms(const Expr& choice) {
    return std::all_of(choice.operands.begin() + 1, choice.operands.end(), [](const Expr& arm) {
      const bool is_normalised =
          arm.kind == Expr::Kind::Library && arm.name.starts_with("!!");  // !!isdigit(a)
      if (is_normalised || is_not(arm) || is_idle_cast(arm) || is_connected(arm) || is_constant(arm))
        return false;
      return arm.kind != Expr::Kind::Choice || has_plain_arms(arm);
    });
  }
  /// As the front end has it: operators with conditions of their own, and some choices, are none.
  static bool is_goal(const Expr& expr) {
    const Expr* tested = &expr;
    while (is_not(*tested) || is_idle_cast(*tested)) tested = &tested->operands[0];
    return !is_connected(*tested) && (tested->kind != Expr::Kind::Choice || has_plain_arms(*tested));
  }

  void leaf(const Expr& expr) {
    if (!is_goal(expr.operands[0])) return bare(expr.operands[0]);
    if (line_has_leaf_) {
      ++indent_;
      start_line();
      --indent_;
    }
    line_has_leaf_ = true;
    const std::uint32_t line = line_;
    marks[name_].insert({line, Side::True});
    marks[name_].insert({line, Side::False});
    if (recording_) put(fmt::format("C({}, ", line));
    bare(expr.operands[0]);
    if (recording_) put(")");
    line_has_leaf_ = true;
  }

  void division(const Expr& expr) {
    if (recording_) {
      static constexpr std::string_view suffixes[] = {"i32", "u32", "i64", "u64"};
      const auto type = static_cast<std::size_t>(type_of(expr)) - static_cast<std::size_t>(Type::I32);
      put(fmt::format("{}_{}(", expr.name == "/" ? "divide" : "remainder", suffixes[type]));
      expression(expr.operands[0]);
      put(", ");
      expression(expr.operands[1]);
      put(")");
    } else {
      put("(");
      infix(expr);
      put(")");
    }
  }

  void shift(const Expr& expr) {
    const std::int64_t highest = bits(type_of(expr)) - 1;
    const Expr& amount = expr.operands[1];
    put("(");
    expression(expr.operands[0]);
    if (amount.kind == Expr::Kind::Constant)
      return put(fmt::format(" {} {})", expr.name, amount.value & highest));
    put(fmt::format(" {} (", expr.name));
    expression(amount);
    put(fmt::format(" & {}))", highest));
  }

  void infix(const Expr& expr) {
    expression(expr.operands[0]);
    put(fmt::format(" {} ", expr.name));
    expression(expr.operands[1]);
  }

  void connected(const Expr& expr) {
    expression(expr.operands[0]);
    put(expr.kind == Expr::Kind::And ? " &&" : " ||");
    ++indent_;
    start_line();
    --indent_;
    expression(expr.operands[1]);
  }

  // Without parentheses where C needs none.
  void bare(const Expr& expr) {
    using enum Expr::Kind;
    if (expr.kind == Binary || (expr.kind == Divide && !recording_)) return infix(expr);
    if (expr.kind == And || expr.kind == Or) return connected(expr);
    expression(expr);
  }

  // --- statements -----------------------------------------------------------------------

  void body(const Block& block) {
    put(" {");
    ++indent_;
    statements(block);
    --indent_;
    start_line();
    put("}");
  }

  void statements(const Block& block) {
    for (const auto& stmt : block) {
      start_line();
      statement(stmt);
    }
  }

  void statement(const Stmt& stmt) {
    switch (stmt.kind) {
      case Stmt::Kind::Assign:
        bare(stmt.exprs[0]);
        put(fmt::format(" {} ", stmt.name));
        bare(stmt.exprs[1]);
        return put(";");
      case Stmt::Kind::If:
        put("if (");
        bare(stmt.exprs[0]);
        put(")");
        body(stmt.bodies[0]);
        if (stmt.bodies.size() > 1) {
          put(" else");
          body(stmt.bodies[1]);
        }
        return;
      case Stmt::Kind::Loop:
        return loop(stmt);
      case Stmt::Kind::Switch:
        return switch_over(stmt);
      case Stmt::Kind::Break:
        return put("break;");
      case Stmt::Kind::Continue:
        return put("continue;");
      case Stmt::Kind::Return:
        put("return ");
        bare(stmt.exprs[0]);
        return put(";");
    }
  }

  // The counter of a while or do loop moves first in its body, so that `continue` cannot skip it.
  void loop(const Stmt& stmt) {
    if (stmt.shape == Stmt::Shape::For) {
      put(fmt::format("for (int {} = 0; ", stmt.name));
      bare(stmt.exprs[0]);
      put(fmt::format("; {}++)", stmt.name));
      return body(stmt.bodies[0]);
    }
    put(fmt::format("int {} = 0;", stmt.name));
    start_line();
    if (stmt.shape == Stmt::Shape::While) {
      put("while (");
      bare(stmt.exprs[0]);
      put(") {");
    } else {
      put("do {");
    }
    ++indent_;
    start_line();
    put(stmt.name + "++;");
    statements(stmt.bodies[0]);
    --indent_;
    start_line();
    put("}");
    if (stmt.shape == Stmt::Shape::Do) {
      put(" while (");
      bare(stmt.exprs[0]);
      put(");");
    }
  }

  void switch_over(const Stmt& stmt) {
    const std::uint32_t keyword = line_;
    put("switch (");
    line_has_leaf_ = true;  // an absent default is marked on this line
    const std::size_t before_value = text.size();
    bare(stmt.exprs[0]);
    const std::size_t after_value = text.size();
    put(") {");
    ++indent_;
    std::uint32_t default_line = keyword;
    std::string labels;
    std::size_t count = 0;
    for (std::size_t i = 0; i < stmt.bodies.size(); ++i) {
      for (const auto value : stmt.labels[i].values) {
        start_line();
        put(fmt::format("case {}:", value));
        marks[name_].insert({line_, Side::Case});
        labels += fmt::format(", {}L, {}", value, line_);
        ++count;
      }
      if (stmt.labels[i].is_default) {
        start_line();
        put("default:");
        default_line = line_;
      }
      body(stmt.bodies[i]);
    }
    marks[name_].insert({default_line, Side::Default});
    --indent_;
    start_line();
    put("}");
    if (recording_) {  // the lines of the labels were not known before
      text.insert(after_value, fmt::format("), {}, {}{})", default_line, count, labels));
      text.insert(before_value, "S((long)(");
    }
  }

  bool recording_;
  std::string name_;
  std::uint32_t line_ = 1;
  std::size_t indent_ = 0;
  bool line_has_leaf_ = false;
};

void programs_text(Printer& printer, const std::vector<Program>& programs) {
  for (const auto& program : programs) {
    for (const auto& global : program.globals) {
      printer.put("static ");
      printer.variable(global);
      printer.put("\n");
    }
    for (const auto& function : program.functions) printer.function(function, &function == &program.unit());
  }
}

// One function per unit that runs it on every input, from the same state of the globals.
void main_text(Printer& printer, const std::vector<Program>& programs) {
  std::string calls;
  for (const auto& program : programs) {
    const Function& unit = program.unit();
    printer.put(fmt::format("static void all_inputs_of_{}(void) {{\n", unit.name));
    std::string arguments;
    for (const auto& parameter : unit.parameters) {
      const bool is_bool = parameter.type == Type::Bool;
      printer.put(fmt::format("  for (int {0} = 0; {0} < {1}; {0}++)\n", parameter.name, is_bool ? 2 : 256));
      arguments +=
          fmt::format("{}({}){}", arguments.empty() ? "" : ", ", c_name(parameter.type), parameter.name);
    }
    printer.put("  {\n");
    for (const auto& global : program.globals) {
      if (global.is_const) continue;
      for (std::size_t i = 0; i < global.initial.size(); ++i) {
        printer.put(fmt::format("    {}{} = ", global.name, global.is_array ? fmt::format("[{}]", i) : ""));
        printer.expression(global.initial[i]);
        printer.put(";\n");
      }
    }
    printer.put(fmt::format("    if (!record_start()) continue;\n    if (!setjmp(record_end)) {}({});\n",
                            unit.name, arguments));
    printer.put("    record_stop();\n  }\n");
    printer.put(fmt::format("  record_report(\"{}\");\n}}\n", unit.name));
    calls += fmt::format("  all_inputs_of_{}();\n", unit.name);
  }
  printer.put("int main(void) {\n" + calls + "  return 0;\n}\n");
}

void collect(const Printer& printer, const std::string& function, std::set<std::string>& seen,
             std::set<Mark>& into) {
  if (!seen.insert(function).second) return;
  const auto& own = printer.marks.at(function);
  into.insert(own.begin(), own.end());
  if (const auto found = printer.calls.find(function); found != printer.calls.end())
    for (const auto& callee : found->second) collect(printer, callee, seen, into);
}

}  // namespace

Source print(const std::vector<Program>& programs) {
  // Declared, not included: the library's macros would hide the calls.
  constexpr std::string_view library =
      "unsigned long strlen(const char *); int strcmp(const char *, const char *); "
      "char *strchr(const char *, int); int atoi(const char *); int abs(int); int toupper(int); "
      "int tolower(int); int isdigit(int); int isalpha(int); int isspace(int); int isalnum(int); "
      "int ispunct(int);\n";
  Printer plain(false);
  plain.put("// Random programs.\n");
  plain.put(library);
  programs_text(plain, programs);
  Printer recording(true);
  recording.put("#include \"record.h\"\n");
  recording.put(library);
  programs_text(recording, programs);
  main_text(recording, programs);
  Source source{plain.text, recording.text, {}};
  for (const auto& program : programs) {
    std::set<std::string> seen;
    collect(plain, program.unit().name, seen, source.marks.emplace_back());
  }
  return source;
}

}  // namespace espalier::property
